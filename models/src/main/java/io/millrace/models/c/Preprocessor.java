package io.millrace.models.c;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.models.ConversionReport;
import io.millrace.models.NearbyFiles;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Processes the directives of headers (ISO/IEC 9899:2018, 6.10) and replaces macros without
 * parameters. {@code #pragma pack} becomes a property of the tokens after it.
 */
final class Preprocessor {

    private static final int MAX_TOKENS = 2_000_000;

    /** Maximum number of steps of all conditions and macros together: a macro can be empty. */
    private static final int MAX_STEPS = 2 * MAX_TOKENS;

    private static final int MAX_FILES = 500;
    private static final int MAX_INCLUDES_DEEP = 50;
    private static final int MAX_MACROS_DEEP = 100;

    /** Headers whose types are built in. */
    private static final Set<String> KNOWN_HEADERS =
            Set.of(
                    "stdint.h",
                    "inttypes.h",
                    "stddef.h",
                    "stdbool.h",
                    "sys/types.h",
                    "limits.h",
                    "wchar.h",
                    "uchar.h",
                    "time.h",
                    "string.h",
                    "stdio.h",
                    "stdlib.h",
                    "float.h");

    /**
     * A macro.
     *
     * @param takesArguments whether it has parameters; macros with parameters are not replaced
     */
    private record Macro(List<Token> body, boolean takesArguments) {}

    /** A conditional: whether this branch is read, and whether an earlier branch was. */
    private static final class Branch {
        final boolean outer;
        boolean active;
        boolean taken;

        Branch(boolean outer, boolean condition) {
            this.outer = outer;
            this.active = outer && condition;
            this.taken = condition;
        }
    }

    private final CHeaderOptions options;
    private final NearbyFiles files;
    private final Problems problems;
    private final ConversionReport report;
    private final Map<String, Macro> macros = new HashMap<>();
    private final Deque<Branch> branches = new ArrayDeque<>();

    /** Number of included files that are open. */
    private int opened;

    private final Deque<Integer> packs = new ArrayDeque<>();
    private final Set<String> once = new HashSet<>();
    private final List<Token> out = new ArrayList<>();
    private int pack;
    private int filesRead;
    private int includesDeep;
    private int steps;

    Preprocessor(
            CHeaderOptions options, NearbyFiles files, Problems problems, ConversionReport report) {
        this.options = options;
        this.files = files;
        this.problems = problems;
        this.report = report;
        this.pack = options.pack();
    }

    Tokens read(Source header) {
        List<Token> all = Lexer.tokens(header, problems);
        file(all);
        out.add(all.getLast());
        return new Tokens(out);
    }

    private void file(List<Token> all) {
        int before = opened;
        opened = branches.size();
        Token carried = null;
        for (int i = 0; i < all.size() - 1; ) {
            Token token = all.get(i);
            if (token.first() && token.is("#")) {
                int end = i + 1;
                while (end < all.size() - 1 && !all.get(end).first()) {
                    end++;
                }
                carried = carried == null ? token : carried;
                directive(token, all.subList(i + 1, end));
                i = end;
                continue;
            }
            if (isActive()) {
                add(carried == null ? token : token.commentedAs(carried), Set.of(), out);
            }
            carried = null;
            i++;
        }
        while (branches.size() > opened) {
            branches.pop();
            problem(all.getLast(), "found the end, expected #endif", "");
        }
        opened = before;
    }

    private boolean isActive() {
        return branches.isEmpty() || branches.peek().active;
    }

    /** Adds a token, or its replacement, to others. */
    private void add(Token token, Set<String> within, List<Token> to) {
        if (to.size() > MAX_TOKENS || ++steps > MAX_STEPS) {
            throw new CSyntaxException(
                    token, "found more than " + MAX_TOKENS + " words after macros");
        }
        Macro macro = token.isName() ? macros.get(token.text()) : null;
        if (macro == null || macro.takesArguments || within.contains(token.text())) {
            to.add(token.packed(pack));
            return;
        }
        if (within.size() > MAX_MACROS_DEEP) {
            throw new CSyntaxException(token, "found macros more than 100 levels deep");
        }
        Set<String> inner = new HashSet<>(within);
        inner.add(token.text());
        for (Token part : macro.body) {
            add(part.usedAt(token), inner, to);
        }
    }

    /** Whether a name is that of a macro with parameters, which is not replaced. */
    boolean takesArguments(String name) {
        return macros.containsKey(name) && macros.get(name).takesArguments;
    }

    private void directive(Token sign, List<Token> line) {
        if (line.isEmpty()) {
            return;
        }
        List<Token> rest = line.subList(1, line.size());
        switch (line.getFirst().text()) {
            case "if" -> branches.push(new Branch(isActive(), isActive() && isTrue(line)));
            case "ifdef" -> branches.push(new Branch(isActive(), isDefined(sign, rest)));
            case "ifndef" -> branches.push(new Branch(isActive(), !isDefined(sign, rest)));
            case "elif", "else" -> otherwise(line);
            case "endif" -> {
                if (branches.size() > opened) {
                    branches.pop();
                } else {
                    problem(sign, "found #endif without #if", "");
                }
            }
            default -> {
                if (isActive()) {
                    active(sign, line.getFirst(), rest);
                }
            }
        }
    }

    private void otherwise(List<Token> line) {
        Branch branch = branches.peek();
        if (branches.size() <= opened) {
            problem(line.getFirst(), "found #" + line.getFirst().text() + " without #if", "");
            return;
        }
        boolean ask = branch.outer && !branch.taken;
        branch.active = ask && (line.getFirst().is("else") || isTrue(line));
        branch.taken |= branch.active;
    }

    private boolean isDefined(Token sign, List<Token> rest) {
        if (rest.isEmpty()) {
            problem(sign, "found no name behind the directive", "");
            return false;
        }
        return macros.containsKey(rest.getFirst().text());
    }

    private boolean isTrue(List<Token> line) {
        List<Token> condition = new ArrayList<>();
        for (int i = 1; i < line.size(); i++) {
            Token token = line.get(i);
            if (!token.is("defined")) {
                add(token, Set.of(), condition);
                continue;
            }
            boolean bracket = i + 1 < line.size() && line.get(i + 1).is("(");
            int name = i + (bracket ? 2 : 1);
            boolean defined = name < line.size() && macros.containsKey(line.get(name).text());
            condition.add(number(token, defined ? "1" : "0"));
            i = name + (bracket ? 1 : 0);
        }
        condition.add(new Token(Token.Kind.END, "", line.getFirst().source(), 0, true, "", "", 0));
        try {
            return Expression.value(new Tokens(condition), new Unknown()) != 0;
        } catch (CSyntaxException e) {
            problem(line.getFirst(), e.getMessage() + " in the condition", "");
            return false;
        }
    }

    private static Token number(Token like, String digits) {
        return new Token(Token.Kind.NUMBER, digits, like.source(), like.from(), false, "", "", 0);
    }

    /** Names that are no macros count as zero in conditions. */
    private static final class Unknown implements Expression.Names {
        @Override
        public long value(Token name, Tokens tokens) {
            if (tokens.peek().is("(")) {
                tokens.skipBalanced("(", ")");
            }
            return 0;
        }

        @Override
        public boolean isType(Token token) {
            return false;
        }

        @Override
        public long size(Tokens tokens) {
            throw new CSyntaxException(tokens.peek(), "found sizeof");
        }
    }

    private void active(Token sign, Token word, List<Token> rest) {
        switch (word.text()) {
            case "define" -> define(rest);
            case "undef" -> rest.stream().findFirst().ifPresent(t -> macros.remove(t.text()));
            case "include", "include_next", "import" -> include(word, rest);
            case "pragma" -> pragma(word, rest);
            case "error" -> problem(sign, "found #error" + words(rest), "");
            default -> {
                // #line, #warning and their like change no type.
            }
        }
    }

    private static String words(List<Token> tokens) {
        StringBuilder words = new StringBuilder();
        tokens.forEach(t -> words.append(' ').append(t.text()));
        return words.toString();
    }

    private void define(List<Token> rest) {
        if (rest.isEmpty() || !rest.getFirst().isName()) {
            return;
        }
        Token name = rest.getFirst();
        boolean arguments =
                rest.size() > 1
                        && rest.get(1).is("(")
                        && rest.get(1).from() == name.from() + name.text().length();
        macros.put(name.text(), new Macro(List.copyOf(rest.subList(1, rest.size())), arguments));
    }

    private void include(Token word, List<Token> rest) {
        String location = location(rest);
        if (KNOWN_HEADERS.contains(location)) {
            return;
        }
        Optional<Source> found = files.find(word.source(), location);
        if (found.isEmpty()) {
            report.dropped(
                    word.place(), "#include of " + location + ", which is not beside this file");
            return;
        }
        Source file = found.get();
        if (once.contains(file.name())) {
            return;
        }
        if (++filesRead > MAX_FILES || includesDeep >= MAX_INCLUDES_DEEP) {
            throw new CSyntaxException(
                    word,
                    "found files that include one another more than "
                            + (filesRead > MAX_FILES
                                    ? MAX_FILES + " times"
                                    : MAX_INCLUDES_DEEP + " levels deep"),
                    "does a file include itself without a guard such as #pragma once?");
        }
        includesDeep++;
        file(Lexer.tokens(file, problems));
        includesDeep--;
    }

    private static String location(List<Token> rest) {
        if (rest.isEmpty()) {
            return "";
        }
        if (rest.getFirst().kind() == Token.Kind.TEXT) {
            String text = rest.getFirst().text();
            return text.substring(1, Math.max(1, text.length() - 1));
        }
        StringBuilder all = new StringBuilder();
        rest.forEach(t -> all.append(t.text()));
        return all.toString().replaceAll("[<>]", "");
    }

    private void pragma(Token word, List<Token> rest) {
        String first = rest.isEmpty() ? "" : rest.getFirst().text();
        if (first.equals("once")) {
            once.add(word.source().name());
        } else if (first.equals("pack")) {
            List<Token> expanded = new ArrayList<>();
            rest.subList(1, rest.size()).forEach(t -> add(t, Set.of(), expanded));
            pack(word, expanded);
        } else if (!first.equals("GCC") && !first.equals("clang") && !first.equals("warning")) {
            report.dropped(word.place(), "#pragma" + words(rest));
        }
    }

    private void pack(Token word, List<Token> arguments) {
        boolean push = arguments.stream().anyMatch(t -> t.is("push"));
        boolean pop = arguments.stream().anyMatch(t -> t.is("pop"));
        Optional<Token> number =
                arguments.stream().filter(t -> t.kind() == Token.Kind.NUMBER).findFirst();
        if (push) {
            packs.push(pack);
        }
        if (pop) {
            if (packs.isEmpty()) {
                problem(word, "found pack(pop) without pack(push)", "");
            } else {
                pack = packs.pop();
            }
        }
        if (number.isPresent()) {
            String text = number.get().text();
            if (Set.of("1", "2", "4", "8", "16").contains(text)) {
                pack = Integer.parseInt(text);
            } else {
                problem(number.get(), "found pack of " + text + ", expected 1, 2, 4, 8 or 16", "");
            }
        } else if (!push && !pop) {
            pack = options.pack();
        }
    }

    private void problem(Token token, String found, String hint) {
        problems.error(ErrorCode.MODEL_IMPORT, token.place(), found, hint);
    }
}
