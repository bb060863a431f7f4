package io.millrace.models.c;

import static java.lang.Math.max;
import static java.util.stream.Collectors.joining;

import io.millrace.engine.error.Source;
import io.millrace.models.ConversionReport;
import io.millrace.models.NearbyFiles;
import io.millrace.models.c.Expression.Names;
import io.millrace.models.c.Token.Kind;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A preprocessor that executes the directives of headers (ISO/IEC 9899:2018, 6.10) and replaces
 * macros without parameters. {@code #pragma pack} becomes a property of the tokens after it.
 */
final class Preprocessor {

    private static final int MAX_TOKENS = 2_000_000;

    /**
     * Maximum number of steps of all conditions and macros together. The limit bounds the time even
     * if macros are empty.
     */
    private static final int MAX_STEPS = 2 * MAX_TOKENS;

    private static final int MAX_FILES = 500;
    private static final int MAX_INCLUDES_DEEP = 50;
    private static final int MAX_MACROS_DEEP = 100;

    /** Headers with built-in types. */
    private static final Set<String> KNOWN_HEADERS =
            Set.of(
                    """
                    stdint.h inttypes.h stddef.h stdbool.h sys/types.h limits.h wchar.h uchar.h
                    time.h string.h stdio.h stdlib.h float.h
                    """
                            .split("\\s"));

    /**
     * A macro.
     *
     * @param takesArguments whether the macro has parameters; macros with parameters are not
     *     replaced
     */
    private record Macro(List<Token> body, boolean takesArguments) {}

    /**
     * A conditional.
     *
     * @param outer whether the enclosing text is processed
     * @param active whether the current branch is processed
     * @param taken whether a branch has been processed
     */
    private record Branch(boolean outer, boolean active, boolean taken) {}

    private final CHeaderOptions options;
    private final NearbyFiles files;
    private final ConversionReport report;
    private final Map<String, Macro> macros = new HashMap<>();
    private final Deque<Branch> branches = new ArrayDeque<>();

    /** Number of nested included files that are open. */
    private int opened;

    private final Deque<Integer> packs = new ArrayDeque<>();
    private final Set<String> once = new HashSet<>();

    /** Names of the macros whose replacements are being read, from outside to inside. */
    private final Set<String> expanding = new HashSet<>();

    private final List<Token> out = new ArrayList<>();
    private int pack;
    private int filesRead;
    private int includesDeep;
    private int steps;

    Preprocessor(CHeaderOptions options, NearbyFiles files, ConversionReport report) {
        this.options = options;
        this.files = files;
        this.report = report;
        pack = options.pack();
    }

    Tokens read(Source header) {
        List<Token> all = Lexer.tokens(header, report);
        file(all);
        out.add(all.getLast());
        return new Tokens(out);
    }

    private void file(List<Token> all) {
        int before = opened;
        opened = branches.size();
        Token carried = null;
        for (int i = 0; i < all.size() - 1; ) {
            Token token = all.get(i++);
            if (token.first() && token.is("#")) {
                int from = i;
                while (i < all.size() - 1 && !all.get(i).first()) {
                    i++;
                }
                carried = carried == null ? token : carried;
                directive(token, all.subList(from, i));
                continue;
            }
            if (isActive()) {
                add(carried == null ? token : token.commentedAs(carried), out);
            }
            carried = null;
        }
        for (; branches.size() > opened; branches.pop()) {
            problem(all.getLast(), "found the end, expected #endif");
        }
        opened = before;
    }

    private boolean isActive() {
        return branches.isEmpty() || branches.peek().active;
    }

    /** Appends a token, or its replacement, to a list. */
    private void add(Token token, List<Token> to) {
        if (to.size() > MAX_TOKENS || ++steps > MAX_STEPS) {
            throw new CSyntaxException(
                    token,
                    "found more than %d words or %d steps in the expansion of macros",
                    MAX_TOKENS,
                    MAX_STEPS);
        }
        Macro macro = token.isName() ? macros.get(token.text()) : null;
        if (macro == null || macro.takesArguments || expanding.contains(token.text())) {
            to.add(token.packed(pack));
            return;
        }
        if (expanding.size() > MAX_MACROS_DEEP) {
            throw new CSyntaxException(token, "found more than 100 nested levels of macros");
        }
        expanding.add(token.text());
        try {
            // The replacement of a macro has the position of its use.
            macro.body.forEach(part -> add(token.replacedBy(part.kind(), part.text()), to));
        } finally {
            expanding.remove(token.text());
        }
    }

    /** Whether a macro with parameters has this name. Such macros are not replaced. */
    boolean takesArguments(String name) {
        return macros.containsKey(name) && macros.get(name).takesArguments;
    }

    private void directive(Token sign, List<Token> line) {
        if (line.isEmpty()) {
            return;
        }
        Token word = line.getFirst();
        List<Token> rest = line.subList(1, line.size());
        switch (word.text()) {
            case "if" -> open(isActive() && isTrue(word, rest));
            case "ifdef" -> open(isDefined(sign, rest));
            case "ifndef" -> open(!isDefined(sign, rest));
            case "elif", "else", "endif" -> {
                if (branches.size() <= opened) {
                    boolean end = word.is("endif");
                    problem(end ? sign : word, "found #%s without #if", word.text());
                } else if (word.is("endif")) {
                    branches.pop();
                } else {
                    Branch branch = branches.pop();
                    boolean active =
                            branch.outer
                                    && !branch.taken
                                    && (word.is("else") || isTrue(word, rest));
                    branches.push(new Branch(branch.outer, active, branch.taken || active));
                }
            }
            default -> {
                if (isActive()) {
                    active(sign, word, rest);
                }
            }
        }
    }

    private void open(boolean condition) {
        branches.push(new Branch(isActive(), isActive() && condition, condition));
    }

    private boolean isDefined(Token sign, List<Token> rest) {
        if (rest.isEmpty()) {
            problem(sign, "found no name after the directive");
            return false;
        }
        return macros.containsKey(rest.getFirst().text());
    }

    private boolean isTrue(Token word, List<Token> line) {
        var condition = new ArrayList<Token>();
        for (int i = 0; i < line.size(); i++) {
            Token token = line.get(i);
            if (!token.is("defined")) {
                add(token, condition);
                continue;
            }
            boolean bracket = i + 1 < line.size() && line.get(i + 1).is("(");
            int name = i + (bracket ? 2 : 1);
            boolean defined = name < line.size() && macros.containsKey(line.get(name).text());
            condition.add(token.replacedBy(Kind.NUMBER, defined ? "1" : "0"));
            i = name + (bracket ? 1 : 0);
        }
        condition.add(new Token(Kind.END, "", word.source(), 0, true, "", "", 0));
        try {
            // Names that are not macros count as zero.
            return Expression.value(new Tokens(condition), new Names() {}) != 0;
        } catch (CSyntaxException e) {
            problem(word, "%s in the condition", e.getMessage());
            return false;
        }
    }

    private void active(Token sign, Token word, List<Token> rest) {
        switch (word.text()) {
            case "define" -> define(rest);
            case "undef" -> rest.stream().findFirst().ifPresent(t -> macros.remove(t.text()));
            case "include", "include_next", "import" -> include(word, location(rest));
            case "pragma" -> pragma(word, rest);
            case "error" -> problem(sign, "found #error%s", joined(" ", rest));
            default -> {
                // #line, #warning and similar directives do not affect types.
            }
        }
    }

    private static String joined(String before, List<Token> tokens) {
        return tokens.stream().map(t -> before + t.text()).collect(joining());
    }

    private void define(List<Token> rest) {
        if (rest.isEmpty() || !rest.getFirst().isName()) {
            return;
        }
        Token name = rest.getFirst();
        List<Token> body = List.copyOf(rest.subList(1, rest.size()));
        boolean arguments =
                !body.isEmpty()
                        && body.getFirst().is("(")
                        && body.getFirst().from() == name.from() + name.text().length();
        macros.put(name.text(), new Macro(body, arguments));
    }

    private void include(Token word, String location) {
        if (KNOWN_HEADERS.contains(location)) {
            return;
        }
        Source file = files.find(word.source(), location).orElse(null);
        if (file == null) {
            report.dropped(
                    word.place(), "#include of %s, which was not found near this file", location);
            return;
        }
        if (once.contains(file.name())) {
            return;
        }
        if (++filesRead > MAX_FILES || includesDeep >= MAX_INCLUDES_DEEP) {
            throw new CSyntaxException(
                            word,
                            filesRead > MAX_FILES
                                    ? "found more than %d included files"
                                    : "found files that include each other more than %d levels"
                                            + " deep",
                            filesRead > MAX_FILES ? MAX_FILES : MAX_INCLUDES_DEEP)
                    .advise("check that each file has an include guard, for example #pragma once");
        }
        includesDeep++;
        file(Lexer.tokens(file, report));
        includesDeep--;
    }

    private static String location(List<Token> rest) {
        if (!rest.isEmpty() && rest.getFirst().kind() == Kind.TEXT) {
            String text = rest.getFirst().text();
            return text.substring(1, max(1, text.length() - 1));
        }
        return joined("", rest).replaceAll("[<>]", "");
    }

    private void pragma(Token word, List<Token> rest) {
        switch (rest.isEmpty() ? "" : rest.getFirst().text()) {
            case "once" -> once.add(word.source().name());
            case "pack" -> {
                var expanded = new ArrayList<Token>();
                rest.subList(1, rest.size()).forEach(t -> add(t, expanded));
                pack(word, expanded);
            }
            case "GCC", "clang", "warning" -> {
                // These pragmas concern only the compiler.
            }
            default -> report.dropped(word.place(), "#pragma%s", joined(" ", rest));
        }
    }

    private void pack(Token word, List<Token> arguments) {
        boolean push = arguments.stream().anyMatch(t -> t.is("push"));
        boolean pop = arguments.stream().anyMatch(t -> t.is("pop"));
        Token number =
                arguments.stream().filter(t -> t.kind() == Kind.NUMBER).findFirst().orElse(null);
        if (push) {
            packs.push(pack);
        }
        if (pop && packs.isEmpty()) {
            problem(word, "found pack(pop) without pack(push)");
        } else if (pop) {
            pack = packs.pop();
        }
        if (number == null) {
            pack = push || pop ? pack : options.pack();
        } else if (number.text().matches("1|2|4|8|16")) {
            pack = Integer.parseInt(number.text());
        } else {
            problem(number, "found pack of %s, expected 1, 2, 4, 8 or 16", number.text());
        }
    }

    private void problem(Token token, String found, Object... values) {
        report.problem(token.place(), found, values);
    }
}
