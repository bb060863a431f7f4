package io.millrace.engine.error;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** A collector of problems, so that a check reports all of them together. Only for one thread. */
public final class Problems {

    private static final int MAX_COMPARED = 200;

    /** Minimum length of a name that can be the beginning of the valid name. */
    private static final int MIN_ABBREVIATION = 3;

    private static final int MANY = 200;

    private final List<Problem> found = new ArrayList<>();

    public void add(Problem problem) {
        found.add(problem);
    }

    public void addAll(Problems others) {
        found.addAll(others.found);
    }

    public void error(ErrorCode code, Place place, String text) {
        add(Problem.error(code, place, text));
    }

    public void error(ErrorCode code, Place place, String text, String hint) {
        add(Problem.error(code, place, text, hint));
    }

    public void warning(ErrorCode code, Place place, String text, String hint) {
        add(Problem.warning(code, place, text, hint));
    }

    /** Returns the problems in the order in which they were found. */
    public List<Problem> all() {
        return List.copyOf(found);
    }

    /** Returns the number of problems. */
    public int count() {
        return found.size();
    }

    public boolean isEmpty() {
        return found.isEmpty();
    }

    /**
     * Whether the number of problems is so high that expensive hints are omitted for further
     * problems.
     */
    public boolean areMany() {
        return found.size() >= MANY;
    }

    public boolean hasErrors() {
        return found.stream().anyMatch(p -> p.severity() == Severity.ERROR);
    }

    public long errors() {
        return found.stream().filter(p -> p.severity() == Severity.ERROR).count();
    }

    public long warnings() {
        return found.size() - errors();
    }

    /** Throws an exception with all problems if at least one is an error. */
    public void throwIfErrors() {
        if (hasErrors()) {
            throw new ProblemsException(all());
        }
    }

    /**
     * Returns {@code "did you mean X?"} with the valid name most similar to an unknown name; empty
     * if no name is similar.
     */
    public static String didYouMean(String name, Collection<String> candidates) {
        return didYouMean(name, candidates, "");
    }

    /**
     * Returns {@code "did you mean X?"} like {@link #didYouMean}, or another hint if no name is
     * similar.
     */
    public static String didYouMean(String name, Collection<String> candidates, String otherwise) {
        String nearest = nearest(name, candidates);
        return nearest == null ? otherwise : "did you mean " + nearest + "?";
    }

    /**
     * Returns the valid name most similar to an unknown name; null if no name is similar. At most a
     * third of the name can differ. Among names that are equally similar, one with the same letters
     * is preferred. If no name is similar, returns the only name that begins or ends with the
     * unknown name, or else the only name with the same words in another order. Very long names are
     * not compared, because the comparison is expensive.
     */
    public static @Nullable String nearest(String name, Collection<String> candidates) {
        if (name.length() > MAX_COMPARED) {
            return null;
        }
        String requested = name.toLowerCase(Locale.ROOT);
        int allowed = Math.max(1, name.length() / 3);
        String nearest = null;
        for (String candidate : candidates) {
            if (Math.abs(candidate.length() - name.length()) > allowed) {
                continue;
            }
            String folded = candidate.toLowerCase(Locale.ROOT);
            int distance = distance(requested, folded, allowed);
            boolean nearer = nearest == null ? distance <= allowed : distance < allowed;
            if (nearer
                    || nearest != null
                            && distance == allowed
                            && hasSameLetters(requested, folded)
                            && !hasSameLetters(requested, nearest.toLowerCase(Locale.ROOT))) {
                nearest = candidate;
                allowed = distance;
            }
        }
        if (nearest != null || requested.length() < MIN_ABBREVIATION) {
            return nearest;
        }
        String complete = completion(requested, candidates);
        return complete == null ? reordered(name, candidates) : complete;
    }

    /**
     * Whether a name is probably a misspelling of another: they differ by one edit, which is not in
     * a digit or a word of one letter, as in A.1 and A.2.
     */
    public static boolean isMisspelling(String name, String other) {
        if (name.length() > MAX_COMPARED || other.length() > MAX_COMPARED) {
            return false;
        }
        String numbers = "[0-9]+|\\b\\w\\b";
        boolean differs = !name.replaceAll(numbers, "").equals(other.replaceAll(numbers, ""));
        return differs && distance(name, other, 1) == 1;
    }

    /**
     * Returns the only name that begins or ends with an abbreviation. Of several such names,
     * returns the name that is a prefix of all others. Returns null if no such name exists.
     */
    private static @Nullable String completion(String start, Collection<String> candidates) {
        String found = null;
        for (String candidate : candidates) {
            String folded = candidate.toLowerCase(Locale.ROOT);
            if (folded.startsWith(start) || folded.endsWith(start)) {
                boolean isLonger =
                        found != null && folded.startsWith(found.toLowerCase(Locale.ROOT));
                if (found != null
                        && !isLonger
                        && !found.toLowerCase(Locale.ROOT).startsWith(folded)) {
                    return null;
                }
                found = isLonger ? found : candidate;
            }
        }
        return found;
    }

    /** Returns the only name with the same words in another order; null if there is none. */
    private static @Nullable String reordered(String name, Collection<String> candidates) {
        List<String> same =
                candidates.stream().filter(other -> words(other).equals(words(name))).toList();
        return same.size() == 1 ? same.getFirst() : null;
    }

    /** Returns the words of a name such as {@code destinationAndMessage}, sorted. */
    private static List<String> words(String name) {
        return Arrays.stream(name.split("(?=\\p{Lu})|[^\\p{L}\\p{N}]+"))
                .map(word -> word.toLowerCase(Locale.ROOT))
                .sorted()
                .toList();
    }

    private static boolean hasSameLetters(String a, String b) {
        char[] left = a.toCharArray();
        char[] right = b.toCharArray();
        Arrays.sort(left);
        Arrays.sort(right);
        return Arrays.equals(left, right);
    }

    /**
     * Returns the number of edits (insert, delete, replace, swap of neighbours) between two
     * strings.
     *
     * @param most maximum number of edits to distinguish
     */
    private static int distance(String a, String b, int most) {
        int far = most + 1;
        int[] beforeLast = new int[b.length() + 1];
        int[] last = new int[b.length() + 1];
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            last[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            row[0] = i;
            int least = i;
            for (int j = 1; j <= b.length(); j++) {
                int cost = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                row[j] = Math.min(Math.min(last[j], row[j - 1]) + 1, last[j - 1] + cost);
                boolean swapped =
                        i > 1
                                && j > 1
                                && a.charAt(i - 1) == b.charAt(j - 2)
                                && a.charAt(i - 2) == b.charAt(j - 1);
                if (swapped) {
                    row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
                }
                least = Math.min(least, row[j]);
            }
            // A swap uses the row before the previous one, and adds one.
            if (least > far) {
                return far;
            }
            int[] free = beforeLast;
            beforeLast = last;
            last = row;
            row = free;
        }
        return last[b.length()];
    }
}
