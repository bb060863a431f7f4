package io.millrace.models.cobol;

import static io.millrace.engine.error.Problems.didYouMean;

import static java.lang.Math.max;

import io.millrace.models.ConversionReport;
import io.millrace.models.cobol.Word.Kind;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A parser that creates data items from words. Each entry has a level, a name and clauses. */
final class ItemParser {

    /** Maximum nesting of levels: COBOL has 49. */
    private static final int DEPTH = 49;

    private static final Set<String> CLAUSES =
            Set.of(
                    """
                    REDEFINES PIC PICTURE USAGE OCCURS SIGN SYNC SYNCHRONIZED JUST JUSTIFIED BLANK
                    VALUE VALUES GLOBAL EXTERNAL
                    """
                            .split("\\s"));

    private static final int CONDITION = 88;
    private static final int RENAMES = 66;
    private static final int STANDALONE = 77;

    private final List<Word> words;
    private final ConversionReport report;
    private final List<Item> tops = new ArrayList<>();
    private int at;

    ItemParser(List<Word> words, ConversionReport report) {
        this.words = words;
        this.report = report;
    }

    /** Returns the items that are not contained in other items. */
    List<Item> items() {
        Item last = null;
        while (at < words.size()) {
            int start = at;
            Item read = entry(last);
            if (read != null) {
                place(read, last);
                last = read;
            }
            at = max(at, start + 1);
        }
        return tops;
    }

    private void place(Item item, Item last) {
        Item above = last;
        while (above != null && above.level >= item.level) {
            above = above.parent;
        }
        int depth = 1;
        for (Item i = above; i != null; i = i.parent) {
            depth++;
        }
        if (depth > DEPTH) {
            report.problem(item.place(), "found more than %d nested levels of items", DEPTH);
            return;
        }
        item.parent = above;
        (above == null ? tops : above.children).add(item);
    }

    /** Whether the current entry continues. */
    private boolean isInEntry() {
        return at < words.size() && words.get(at).kind() != Kind.STOP;
    }

    /**
     * Reads one entry up to the full stop and returns the item; null if the entry is not an item.
     */
    private Item entry(Item last) {
        Word first = words.get(at);
        int level = first.number();
        boolean item = level >= 1 && level <= 49 || level == STANDALONE;
        if (!item && level != RENAMES && level != CONDITION) {
            reject(first);
            return null;
        }
        at++;
        if (level == CONDITION) {
            condition(last);
            return null;
        }
        if (level == RENAMES) {
            report.dropped(first.place(), "level 66 RENAMES: it renames storage of other items");
            skipEntry();
            return null;
        }
        Item read = new Item(level == STANDALONE ? 1 : level, name(), first);
        while (isInEntry()) {
            if (beginsEntry(first)) {
                report.changed(
                        words.get(at).place(),
                        "found the next entry, expected a full stop after %s; the full stop was"
                                + " added",
                        read.label());
                return read;
            }
            clause(read);
        }
        if (at == words.size()) {
            report.problem(
                    words.getLast().place(),
                    "found the end of the copybook, expected a full stop after %s",
                    read.label());
        }
        at++;
        return read;
    }

    /**
     * Whether a word begins an entry: a number at the start of a line, because clauses do not begin
     * with numbers.
     */
    private boolean beginsEntry(Word entry) {
        Word word = words.get(at);
        int level = word.number();
        if (level < 1 || level > 49 && level != CONDITION || word.from() == entry.from()) {
            return false;
        }
        String text = word.source().text();
        String before = text.substring(text.lastIndexOf('\n', word.from()) + 1, word.from());
        return before.length() <= 72 && before.matches("[0-9]{0,6}\\s*");
    }

    private void reject(Word found) {
        if (found.isOneOf("COPY", "REPLACE", "EXEC")) {
            report.advise(
                    found.place(),
                    "import the text after COPY, REPLACE and EXEC SQL were resolved",
                    "found %s, which must be resolved before the import",
                    found.upper());
        } else if (found.isOneOf("IDENTIFICATION", "ID")
                && at + 1 < words.size()
                && words.get(at + 1).isOneOf("DIVISION")) {
            report.advise(
                    found.place(),
                    "save its data descriptions (level 01 and below) in a file and import that",
                    "found a COBOL program, expected a copybook");
            at = words.size();
            return;
        } else {
            report.problem(
                    found.place(),
                    "found '%s', expected a level number (01 to 49, 66, 77, 88)",
                    found.text());
        }
        skipEntry();
    }

    private void skipEntry() {
        while (isInEntry()) {
            at++;
        }
        at++;
    }

    /** Returns the name of an item; null for FILLER and if there is no name. */
    private String name() {
        if (at == words.size()) {
            return null;
        }
        Word word = words.get(at);
        boolean plain = word.kind() == Kind.NAME && !isClause(word);
        if (!plain && !isNameBeforeClause(word)) {
            return null;
        }
        at++;
        return word.is("FILLER") ? null : word.text();
    }

    /** Whether a word begins a clause. */
    private static boolean isClause(Word word) {
        return CLAUSES.contains(word.upper()) || Usage.of(word.text()) != null;
    }

    /** Whether a word that could begin a clause is a name, because a clause follows it. */
    private boolean isNameBeforeClause(Word word) {
        return word.kind() == Kind.NAME
                && at + 1 < words.size()
                && words.get(at + 1).isOneOf("PIC", "PICTURE", "REDEFINES", "OCCURS")
                && !word.is("USAGE");
    }

    // Clauses

    private void clause(Item item) {
        Word word = words.get(at++);
        switch (word.upper()) {
            case "REDEFINES" -> item.redefines = next("the name of the item that is redefined");
            case "PIC", "PICTURE" -> {
                skip("IS");
                picture(item, next("a picture"));
            }
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
                // Specifies the visibility of the name, not its storage.
            }
            default -> usage(item, word);
        }
    }

    private void picture(Item item, Word word) {
        if (word == null) {
            return;
        }
        item.picture = Picture.of(word.text()).orElse(null);
        item.pictureWord = word;
        if (item.picture == null) {
            report.problem(
                    word.place(),
                    "found '%s', expected a picture such as X(20) or S9(7)V99",
                    word.text());
        }
    }

    private void usage(Item item, Word word) {
        Usage usage = word == null ? null : Usage.of(word.text());
        if (usage != null) {
            item.usage = usage;
            item.usageWord = word;
        } else if (word != null) {
            report.advise(
                    word.place(),
                    meant(word),
                    "found '%s', expected a clause or a full stop",
                    word.text());
        }
    }

    /** Returns the advice for an unknown word of a clause. */
    private static String meant(Word word) {
        // The nearest word to COMP3 is COMP, which is another layout.
        String hyphenated = word.upper().replaceFirst("^(COMP(?:UTATIONAL)?)_?([1-6X])$", "$1-$2");
        if (Usage.of(hyphenated) != null) {
            return "did you mean " + hyphenated + "?";
        }
        var known = new ArrayList<String>(CLAUSES);
        known.addAll(Usage.words());
        return didYouMean(word.upper(), known);
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
            Word most = next("how often " + item.label() + " occurs at most");
            last = most == null ? -1 : most.number();
        }
        skip("TIMES");
        if (skip("DEPENDING")) {
            skip("ON");
            item.dependingOn = next("the name of the item that contains the count");
            min = last == first ? 0 : first;
        }
        if (first < 0 || last < first || last == 0) {
            report.problem(
                    (count == null ? words.getLast() : count).place(),
                    "found OCCURS %s%s, expected a count or a range of counts",
                    count == null ? "" : count.text(),
                    last == first ? "" : " TO " + last);
            return;
        }
        item.occurs = true;
        item.occursMin = min;
        item.occursMax = last;
        keys();
    }

    /** Skips INDEXED BY and KEY IS, which do not affect storage. */
    private void keys() {
        while (skip("ASCENDING", "DESCENDING", "INDEXED")) {
            skip("KEY");
            skip("IS");
            skip("BY");
            while (at < words.size() && isPlainName(words.get(at))) {
                at++;
            }
        }
    }

    private static boolean isPlainName(Word word) {
        return word.kind() == Kind.NAME
                && !isClause(word)
                && !word.isOneOf("ASCENDING", "DESCENDING", "INDEXED", "LEADING", "TRAILING", "IS");
    }

    private void values(List<Word> values) {
        while (isInEntry()) {
            Word word = words.get(at);
            if (!values.isEmpty() && word.kind() == Kind.NAME && isClause(word)) {
                return;
            }
            values.add(word);
            at++;
        }
    }

    private void condition(Item last) {
        name();
        var values = new ArrayList<Word>();
        while (isInEntry()) {
            Word word = words.get(at++);
            if (!word.isOneOf("VALUE", "VALUES", "IS", "ARE")) {
                values.add(word);
            }
        }
        at++;
        if (last != null) {
            last.hasConditions = true;
            last.conditionRanges |=
                    values.stream().anyMatch(w -> w.isOneOf("THRU", "THROUGH", "ALL"));
            last.conditionValues.addAll(values);
        }
    }

    // Words

    private Word next(String expected) {
        if (isInEntry()) {
            return words.get(at++);
        }
        report.problem(
                (at < words.size() ? words.get(at) : words.getLast()).place(),
                "found the end of the entry, expected %s",
                expected);
        return null;
    }

    private boolean skip(String... keywords) {
        boolean found = at < words.size() && words.get(at).isOneOf(keywords);
        at += found ? 1 : 0;
        return found;
    }
}
