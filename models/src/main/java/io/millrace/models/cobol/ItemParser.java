package io.millrace.models.cobol;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Problems;
import io.millrace.models.ConversionReport;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Creates data items from words, entry by entry: each has a level, a name and clauses. */
final class ItemParser {

    /** Maximum nesting of levels: COBOL has 49. */
    private static final int DEPTH = 49;

    private static final Set<String> CLAUSES =
            Set.of(
                    "REDEFINES",
                    "PIC",
                    "PICTURE",
                    "USAGE",
                    "OCCURS",
                    "SIGN",
                    "SYNC",
                    "SYNCHRONIZED",
                    "JUST",
                    "JUSTIFIED",
                    "BLANK",
                    "VALUE",
                    "VALUES",
                    "GLOBAL",
                    "EXTERNAL");

    private static final int CONDITION = 88;
    private static final int RENAMES = 66;
    private static final int STANDALONE = 77;

    private final List<Word> words;
    private final Problems problems;
    private final ConversionReport report;
    private final List<Item> tops = new ArrayList<>();
    private int at;

    ItemParser(List<Word> words, Problems problems, ConversionReport report) {
        this.words = words;
        this.problems = problems;
        this.report = report;
    }

    /** Returns the items that are in no other. */
    List<Item> items() {
        Item last = null;
        while (at < words.size()) {
            int start = at;
            Item read = entry(last);
            if (read != null) {
                place(read, last);
                last = read;
            }
            at = Math.max(at, start + 1);
        }
        return tops;
    }

    private void place(Item item, Item last) {
        Item above = last;
        while (above != null && above.level >= item.level) {
            above = above.parent;
        }
        item.parent = above;
        int depth = 1;
        for (Item i = above; i != null; i = i.parent) {
            depth++;
        }
        if (depth > DEPTH) {
            error(item.place(), "items are more than " + DEPTH + " levels deep", "");
            item.parent = null;
            return;
        }
        if (above == null) {
            tops.add(item);
        } else {
            above.children.add(item);
        }
    }

    /** Returns one entry up to its full stop; null if it is not an item. */
    private Item entry(Item last) {
        Word first = words.get(at);
        int level = first.number();
        if (level < 1
                || level > 49 && level != RENAMES && level != STANDALONE && level != CONDITION) {
            reject(first);
            return null;
        }
        at++;
        if (level == CONDITION) {
            condition(last);
            return null;
        }
        if (level == RENAMES) {
            report.dropped(first.place(), "level 66 RENAMES: it names storage that others have");
            skipEntry();
            return null;
        }
        Item item = new Item(level == STANDALONE ? 1 : level, name(), first);
        while (at < words.size() && words.get(at).kind() != Word.Kind.STOP) {
            if (beginsEntry(first)) {
                report.changed(
                        words.get(at).place(),
                        "found the next entry, a full stop behind "
                                + item.label()
                                + " is missing and taken as written");
                return item;
            }
            clause(item);
        }
        if (at == words.size()) {
            error(
                    words.getLast().place(),
                    "found the end of the copybook, expected a full stop behind " + item.label(),
                    "");
        }
        at++;
        return item;
    }

    /** Whether a word is a level number, first on a line: clauses do not begin with numbers. */
    private boolean beginsEntry(Word entry) {
        Word word = words.get(at);
        int level = word.number();
        if (level < 1 || level > 49 && level != CONDITION || word.from() == entry.from()) {
            return false;
        }
        String text = word.source().text();
        int lineStart = text.lastIndexOf('\n', word.from()) + 1;
        String before = text.substring(lineStart, word.from());
        return before.length() <= 72 && before.matches("[0-9]{0,6}\\s*");
    }

    private void reject(Word found) {
        boolean statement = found.isOneOf("COPY", "REPLACE", "EXEC");
        error(
                found.place(),
                statement
                        ? "found "
                                + found.upper()
                                + ", which a compiler resolves before it reads data"
                        : "found '"
                                + found.text()
                                + "', expected a level number (01 to 49, 66, 77, 88)",
                statement ? "import the text after COPY, REPLACE and EXEC SQL were resolved" : "");
        skipEntry();
    }

    private void skipEntry() {
        while (at < words.size() && words.get(at).kind() != Word.Kind.STOP) {
            at++;
        }
        at++;
    }

    /** Returns the name of an item; null for FILLER and for none. */
    private String name() {
        if (at == words.size()) {
            return null;
        }
        Word word = words.get(at);
        boolean clause =
                CLAUSES.contains(word.upper())
                        || Usage.of(word.text()) != null
                        || word.kind() != Word.Kind.NAME;
        if (clause && !isNameBeforeClause(word)) {
            return null;
        }
        at++;
        return word.is("FILLER") ? null : word.text();
    }

    /**
     * Whether a clause follows a word that could itself begin a clause, so that the word is a name.
     */
    private boolean isNameBeforeClause(Word word) {
        if (word.kind() != Word.Kind.NAME || at + 1 >= words.size()) {
            return false;
        }
        Word next = words.get(at + 1);
        return next.isOneOf("PIC", "PICTURE", "REDEFINES", "OCCURS") && !word.is("USAGE");
    }

    // Clauses

    private void clause(Item item) {
        Word word = words.get(at++);
        switch (word.upper()) {
            case "REDEFINES" -> item.redefines = next("the name of the item that is redefined");
            case "PIC", "PICTURE" -> picture(item);
            case "USAGE" -> {
                skip("IS");
                usage(item, next("a usage"));
            }
            case "OCCURS" -> occurs(item);
            case "SIGN" -> {
                skip("IS");
                sign(item, next("LEADING or TRAILING"));
            }
            case "LEADING", "TRAILING" -> sign(item, word);
            case "SYNC", "SYNCHRONIZED" -> {
                item.sync = true;
                skip("LEFT", "RIGHT");
            }
            case "JUST", "JUSTIFIED" -> {
                item.justified = true;
                skip("RIGHT");
            }
            case "BLANK" -> {
                skip("WHEN");
                item.blankWhenZero = true;
                skip("ZERO", "ZEROS", "ZEROES");
            }
            case "VALUE", "VALUES" -> {
                skip("IS", "ARE");
                values(item.values);
            }
            case "GLOBAL", "EXTERNAL", "IS" -> {
                // Says who may use the name, not how it is stored.
            }
            default -> usage(item, word);
        }
    }

    private void picture(Item item) {
        skip("IS");
        Word word = next("a picture");
        if (word == null) {
            return;
        }
        item.pictureWord = word;
        item.picture = Picture.of(word.text()).orElse(null);
        if (item.picture == null) {
            error(
                    word.place(),
                    "found '" + word.text() + "', expected a picture such as X(20) or S9(7)V99",
                    "");
        }
    }

    private void usage(Item item, Word word) {
        Usage usage = word == null ? null : Usage.of(word.text());
        if (usage != null) {
            item.usage = usage;
            return;
        }
        if (word != null) {
            List<String> known = new ArrayList<>(CLAUSES);
            known.addAll(Usage.words());
            error(
                    word.place(),
                    "found '" + word.text() + "', expected a clause or a full stop",
                    Problems.didYouMean(word.upper(), known));
        }
    }

    private void sign(Item item, Word word) {
        if (word == null || !word.isOneOf("LEADING", "TRAILING")) {
            usage(item, word);
            return;
        }
        boolean separate = skip("SEPARATE");
        skip("CHARACTER");
        item.sign = new Item.Sign(word.is("LEADING"), separate);
    }

    private void occurs(Item item) {
        Word count = next("how often " + item.label() + " occurs");
        int first = count == null ? -1 : count.number();
        int last = first;
        int min = first;
        if (skip("TO")) {
            Word most = next("how often " + item.label() + " occurs at the most");
            last = most == null ? -1 : most.number();
        }
        skip("TIMES");
        if (skip("DEPENDING")) {
            skip("ON");
            item.dependingOn = next("the name of the item that holds the count");
            min = last == first ? 0 : first;
        }
        if (first < 0 || last < first || last == 0) {
            error(
                    (count == null ? words.getLast() : count).place(),
                    "found OCCURS "
                            + (count == null ? "" : count.text())
                            + (last == first ? "" : " TO " + last)
                            + ", expected a count or a range of counts",
                    "");
            return;
        }
        item.occurs = true;
        item.occursMin = min;
        item.occursMax = last;
        keys();
    }

    /** Skips INDEXED BY and KEY IS, which do not affect storage. */
    private void keys() {
        while (at < words.size()) {
            boolean key = skip("ASCENDING", "DESCENDING", "INDEXED");
            if (!key) {
                return;
            }
            skip("KEY");
            skip("IS");
            skip("BY");
            while (at < words.size() && isPlainName(words.get(at))) {
                at++;
            }
        }
    }

    private static boolean isPlainName(Word word) {
        return word.kind() == Word.Kind.NAME
                && !CLAUSES.contains(word.upper())
                && Usage.of(word.text()) == null
                && !word.isOneOf("ASCENDING", "DESCENDING", "INDEXED", "LEADING", "TRAILING", "IS");
    }

    private void values(List<Word> values) {
        while (at < words.size()) {
            Word word = words.get(at);
            boolean clause =
                    word.kind() == Word.Kind.STOP
                            || CLAUSES.contains(word.upper()) && word.kind() == Word.Kind.NAME
                            || word.kind() == Word.Kind.NAME && Usage.of(word.text()) != null;
            if (clause && !values.isEmpty() || word.kind() == Word.Kind.STOP) {
                return;
            }
            values.add(word);
            at++;
        }
    }

    private void condition(Item last) {
        name();
        List<Word> values = new ArrayList<>();
        while (at < words.size() && words.get(at).kind() != Word.Kind.STOP) {
            Word word = words.get(at++);
            if (!word.isOneOf("VALUE", "VALUES", "IS", "ARE")) {
                values.add(word);
            }
        }
        at++;
        if (last == null) {
            return;
        }
        last.hasConditions = true;
        last.conditionRanges |= values.stream().anyMatch(w -> w.isOneOf("THRU", "THROUGH", "ALL"));
        last.conditionValues.addAll(values);
    }

    // Words

    private Word next(String expected) {
        if (at < words.size() && words.get(at).kind() != Word.Kind.STOP) {
            return words.get(at++);
        }
        error(
                (at < words.size() ? words.get(at) : words.getLast()).place(),
                "found the end of the entry, expected " + expected,
                "");
        return null;
    }

    private boolean skip(String... keywords) {
        boolean found = at < words.size() && words.get(at).isOneOf(keywords);
        at += found ? 1 : 0;
        return found;
    }

    private void error(io.millrace.engine.error.Place place, String found, String hint) {
        problems.error(ErrorCode.MODEL_IMPORT, place, found, hint);
    }
}
