package io.millrace.engine.message.format;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.TextStyle;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Supplier;

/** A writer of one moment, part by part. */
record DatetimeWriter(
        StringBuilder out,
        Moment moment,
        boolean timed,
        CalendarRules rules,
        Supplier<LocalDate> today) {

    private static final int NANO_DIGITS = 9;

    void write(DatetimeFormat.Part part) {
        LocalTime time = moment.time();
        int count = part.count();
        switch (part.letter()) {
            case 0 -> out.append(part.text());
            case 'a' -> out.append(time.getHour() < 12 ? "AM" : "PM");
            case 'h' -> number((time.getHour() + 11) % 12 + 1, count);
            case 'H' -> number(time.getHour(), count);
            case 'k' -> number((time.getHour() + 23) % 24 + 1, count);
            case 'K' -> number(time.getHour() % 12, count);
            case 'm' -> number(time.getMinute(), count);
            case 's' -> number(time.getSecond(), count);
            case 'S' -> fraction(count);
            case 'I' -> iso(part.utc());
            case 'T' -> isoTime(part.utc());
            case 'z' -> out.append(zone().getDisplayName(style(count), Locale.ENGLISH));
            case 'Z' -> offset(count, part.utc());
            default -> writeDate(part, date(part.letter()));
        }
    }

    private void writeDate(DatetimeFormat.Part part, LocalDate date) {
        int count = part.count();
        switch (part.letter()) {
            case 'd' -> number(date.getDayOfMonth(), count);
            case 'D' -> number(date.getDayOfYear(), count);
            case 'e' -> number(dayOfWeek(date), count);
            case 'E' -> out.append(dayName(date.getDayOfWeek(), count));
            case 'F' -> number((date.getDayOfMonth() - 1) / 7 + 1, count);
            case 'G' -> out.append(date.getYear() > 0 ? "AD" : "BC");
            case 'M' -> month(date, count);
            case 'w' -> number(date.get(rules.weeks().weekOfWeekBasedYear()), count);
            case 'W' -> number(date.get(rules.weeks().weekOfMonth()), count);
            case 'y' -> year(date.getYear(), count);
            default -> year(date.get(rules.weeks().weekBasedYear()), count);
        }
    }

    private LocalDate date(char letter) {
        if (moment.date() == null) {
            throw new PatternException(
                    "the pattern letter "
                            + letter
                            + " requires a date, but the value is a time of day");
        }
        return moment.date();
    }

    private int dayOfWeek(LocalDate date) {
        int after = date.getDayOfWeek().getValue() - rules.firstDay().getValue();
        return (after + 7) % 7 + 1;
    }

    private static String dayName(DayOfWeek day, int count) {
        return day.getDisplayName(style(count), Locale.ENGLISH);
    }

    private static TextStyle style(int count) {
        return count < 4 ? TextStyle.SHORT : TextStyle.FULL;
    }

    private void month(LocalDate date, int count) {
        if (count <= 2) {
            number(date.getMonthValue(), count);
        } else {
            out.append(date.getMonth().getDisplayName(style(count), Locale.ENGLISH));
        }
    }

    private void year(int year, int count) {
        number(count == 2 ? year % 100 : year, count);
    }

    private void number(int number, int digits) {
        if (number >= 10 && number < 100 && digits <= 2) {
            out.append((char) ('0' + number / 10)).append((char) ('0' + number % 10));
        } else if (number >= 0 && number < 10 && digits == 2) {
            out.append('0').append((char) ('0' + number));
        } else {
            String text = Integer.toString(number);
            out.repeat('0', Math.max(0, digits - text.length())).append(text);
        }
    }

    /**
     * Writes the fraction of a second. It is truncated, not rounded, so a time never becomes later.
     */
    private void fraction(int digits) {
        String nanos = Integer.toString(1_000_000_000 + moment.time().getNano()).substring(1);
        out.append(nanos, 0, Math.min(digits, NANO_DIGITS))
                .repeat('0', Math.max(0, digits - NANO_DIGITS));
    }

    private void iso(boolean utc) {
        if (moment.date() != null) {
            LocalDate date = moment.date();
            year(date.getYear(), 4);
            out.append('-');
            number(date.getMonthValue(), 2);
            out.append('-');
            number(date.getDayOfMonth(), 2);
        }
        if (timed) {
            out.append(moment.date() == null ? "" : "T");
            isoTime(utc);
        }
    }

    private void isoTime(boolean utc) {
        LocalTime time = moment.time();
        number(time.getHour(), 2);
        out.append(':');
        number(time.getMinute(), 2);
        out.append(':');
        number(time.getSecond(), 2);
        out.append('.');
        fraction(3);
        offset(3, utc);
    }

    private ZoneId zone() {
        return Objects.requireNonNull(moment.zone());
    }

    private void offset(int count, boolean utc) {
        LocalDate day = moment.date() == null ? today.get() : moment.date();
        ZoneOffset offset = zone().getRules().getOffset(day.atTime(moment.time()));
        int minutes = offset.getTotalSeconds() / 60;
        if (utc && minutes == 0) {
            out.append('Z');
            return;
        }
        out.append(count == 4 ? "GMT" : "").append(minutes < 0 ? '-' : '+');
        int hours = Math.abs(minutes) / 60;
        number(hours, count == 1 ? 1 : 2);
        int rest = Math.abs(minutes) % 60;
        if (count >= 3 || rest != 0) {
            out.append(count == 5 ? "" : ":");
            number(rest, 2);
        }
    }
}
