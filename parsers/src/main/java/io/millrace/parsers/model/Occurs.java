package io.millrace.parsers.model;

/**
 * Number of occurrences of an element.
 *
 * @param min minimum
 * @param max maximum; {@link #UNBOUNDED} for no maximum
 */
public record Occurs(int min, int max) {

    public static final int UNBOUNDED = -1;
    public static final Occurs ONCE = new Occurs(1, 1);

    public Occurs {
        if (min < 0 || max < UNBOUNDED || max >= 0 && max < min) {
            throw new IllegalArgumentException(min + ".." + max);
        }
    }

    public boolean isUnbounded() {
        return max == UNBOUNDED;
    }

    /** Returns the notation of the model file: {@code 3}, {@code 0..5}, {@code 1..*}. */
    @Override
    public String toString() {
        return min == max ? Integer.toString(min) : min + ".." + (isUnbounded() ? "*" : max);
    }
}
