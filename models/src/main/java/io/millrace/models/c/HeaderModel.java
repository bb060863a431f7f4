package io.millrace.models.c;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.message.Bytes;
import io.millrace.models.ConversionReport;
import io.millrace.parsers.model.BooleanBytes;
import io.millrace.parsers.model.CwfFormat;
import io.millrace.parsers.model.CwfSettings;
import io.millrace.parsers.model.DefaultEncoding;
import io.millrace.parsers.model.DefaultEncoding.ByteOrder;
import io.millrace.parsers.model.ElementDeclaration;
import io.millrace.parsers.model.MessageSet;
import io.millrace.parsers.model.NamedType;
import io.millrace.parsers.model.Type;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Creates a message set from structures. */
final class HeaderModel {

    private final String name;
    private final CHeaderOptions options;
    private final Problems problems;
    private final ConversionReport report;

    /** Names of the structures that become types. */
    private final Map<Struct, String> typeNames = new HashMap<>();

    HeaderModel(String name, CHeaderOptions options, Problems problems, ConversionReport report) {
        this.name = name;
        this.options = options;
        this.problems = problems;
        this.report = report;
    }

    MessageSet of(List<Struct> structs, Source header) {
        List<Struct> messages = messages(structs, header);
        Set<Struct> used = used(messages);
        for (Struct struct : structs) {
            if (used.contains(struct) && !struct.name.isEmpty()) {
                typeNames.put(struct, unique(struct.name, typeNames.values()));
            }
        }
        MemberModel members = new MemberModel(options, typeNames, report);
        LinkedHashMap<String, Type> types = new LinkedHashMap<>();
        for (Struct struct : structs) {
            if (typeNames.containsKey(struct)) {
                types.put(typeNames.get(struct), members.type(struct));
            }
        }
        LinkedHashMap<String, ElementDeclaration> declared = new LinkedHashMap<>();
        for (Struct struct : messages) {
            String message = unique(struct.name, declared.keySet());
            Type type =
                    typeNames.containsKey(struct)
                            ? new NamedType(typeNames.get(struct))
                            : members.type(struct);
            declared.put(
                    message, ElementDeclaration.of(message, type).documented(struct.documentation));
        }
        return MessageSet.of(name, format(), declared, types);
    }

    private static String unique(String wanted, Collection<String> taken) {
        String found = wanted;
        for (int i = 2; taken.contains(found); i++) {
            found = wanted + "_" + i;
        }
        return found;
    }

    private List<Struct> messages(List<Struct> structs, Source header) {
        List<Struct> named = structs.stream().filter(s -> !s.name.isEmpty()).toList();
        if (!options.messages().isEmpty()) {
            return chosen(named, header);
        }
        Set<Struct> contained = used(structs);
        List<Struct> roots = named.stream().filter(s -> !contained.contains(s)).toList();
        if (roots.isEmpty()) {
            problems.error(
                    ErrorCode.MODEL_IMPORT,
                    header.at(0),
                    "found no structure with a name, expected one such as struct order { int id;"
                            + " };");
        }
        return roots;
    }

    private List<Struct> chosen(List<Struct> named, Source header) {
        List<Struct> chosen = new ArrayList<>();
        for (String wanted : options.messages()) {
            List<Struct> found = named.stream().filter(s -> s.name.equals(wanted)).toList();
            chosen.addAll(found);
            if (found.isEmpty()) {
                List<String> names = named.stream().map(s -> s.name).toList();
                problems.error(
                        ErrorCode.MODEL_IMPORT,
                        header.at(0),
                        "found no structure '" + wanted + "', which is to be a message",
                        Problems.didYouMean(wanted, names));
            }
        }
        return chosen;
    }

    /** Returns the structures that others contain, at any depth. */
    private static Set<Struct> used(List<Struct> outer) {
        Set<Struct> used = new LinkedHashSet<>();
        Set<Struct> seen = new HashSet<>(outer);
        List<Struct> open = new ArrayList<>(outer);
        while (!open.isEmpty()) {
            for (Struct.Member member : open.removeLast().members()) {
                CType type = member.type();
                while (type instanceof CType.Array array) {
                    type = array.of();
                }
                if (type instanceof Struct inner) {
                    used.add(inner);
                    if (seen.add(inner)) {
                        open.add(inner);
                    }
                }
            }
        }
        return used;
    }

    private CwfFormat format() {
        boolean big = options.order() == ByteOrder.BIG_ENDIAN;
        DefaultEncoding encoding =
                new DefaultEncoding(
                        options.ccsid(),
                        options.order(),
                        options.order(),
                        big
                                ? DefaultEncoding.FloatFormat.IEEE
                                : DefaultEncoding.FloatFormat.IEEE_REVERSED);
        BooleanBytes truth =
                new BooleanBytes(Bytes.of(new byte[] {1}), Bytes.of(new byte[] {0}), null);
        return new CwfFormat(CHeader.FORMAT, CwfSettings.DEFAULTS.with(encoding).with(truth));
    }
}
