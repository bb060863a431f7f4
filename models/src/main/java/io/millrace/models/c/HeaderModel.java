package io.millrace.models.c;

import static io.millrace.engine.error.Problems.didYouMean;
import static io.millrace.models.ModelMembers.unique;

import io.millrace.engine.error.Source;
import io.millrace.engine.message.Bytes;
import io.millrace.models.ConversionReport;
import io.millrace.parsers.model.BooleanBytes;
import io.millrace.parsers.model.CwfFormat;
import io.millrace.parsers.model.CwfSettings;
import io.millrace.parsers.model.DefaultEncoding;
import io.millrace.parsers.model.DefaultEncoding.ByteOrder;
import io.millrace.parsers.model.DefaultEncoding.FloatFormat;
import io.millrace.parsers.model.ElementDeclaration;
import io.millrace.parsers.model.MessageSet;
import io.millrace.parsers.model.NamedType;
import io.millrace.parsers.model.Type;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** A builder of a message set from structures. */
final class HeaderModel {

    private final String name;
    private final CHeaderOptions options;
    private final ConversionReport report;

    /** Names of the structures that become types. */
    private final Map<Struct, String> typeNames = new HashMap<>();

    HeaderModel(String name, CHeaderOptions options, ConversionReport report) {
        this.name = name;
        this.options = options;
        this.report = report;
    }

    MessageSet of(List<Struct> structs, Source header) {
        List<Struct> messages = messages(structs, header);
        Set<Struct> used = used(messages);
        List<Struct> named =
                structs.stream().filter(s -> used.contains(s) && !s.name.isEmpty()).toList();
        named.forEach(s -> typeNames.put(s, unique(s.name, typeNames.values())));
        MemberModel members = new MemberModel(options, typeNames, report);
        var types = new LinkedHashMap<String, Type>();
        named.forEach(s -> types.put(typeNames.get(s), members.type(s)));
        var declared = new LinkedHashMap<String, ElementDeclaration>();
        for (Struct struct : messages) {
            String message = unique(struct.name, declared.keySet());
            String type = typeNames.get(struct);
            declared.put(
                    message,
                    ElementDeclaration.of(
                                    message,
                                    type == null ? members.type(struct) : new NamedType(type))
                            .documented(struct.documentation));
        }
        return MessageSet.of(name, format(), declared, types);
    }

    private List<Struct> messages(List<Struct> structs, Source header) {
        List<Struct> named = structs.stream().filter(s -> !s.name.isEmpty()).toList();
        if (!options.messages().isEmpty()) {
            return options.messages().stream()
                    .flatMap(requested -> chosen(requested, named, header))
                    .toList();
        }
        Set<Struct> contained = used(structs);
        List<Struct> roots = named.stream().filter(s -> !contained.contains(s)).toList();
        if (roots.isEmpty()) {
            report.problem(
                    header.at(0),
                    "found no structure with a name, expected for example struct order { int "
                            + "id; };");
        }
        return roots;
    }

    private Stream<Struct> chosen(String requested, List<Struct> named, Source header) {
        List<String> names = named.stream().map(s -> s.name).toList();
        if (!names.contains(requested)) {
            report.advise(
                    header.at(0),
                    didYouMean(requested, names),
                    "found no structure '%s', which must be a message",
                    requested);
        }
        return named.stream().filter(s -> s.name.equals(requested));
    }

    /** Returns the structures that other structures contain, at any depth. */
    private static Set<Struct> used(List<Struct> outer) {
        var used = new LinkedHashSet<Struct>();
        var seen = new HashSet<Struct>(outer);
        var open = new ArrayList<Struct>(outer);
        while (!open.isEmpty()) {
            for (Struct.Member member : open.removeLast().members) {
                if (member.type().innermost() instanceof Struct inner) {
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
        DefaultEncoding encoding =
                new DefaultEncoding(
                        options.ccsid(),
                        options.order(),
                        options.order(),
                        options.order() == ByteOrder.BIG_ENDIAN
                                ? FloatFormat.IEEE
                                : FloatFormat.IEEE_REVERSED);
        BooleanBytes truth =
                new BooleanBytes(Bytes.of(new byte[] {1}), Bytes.of(new byte[] {0}), null);
        return new CwfFormat(CHeader.FORMAT, CwfSettings.DEFAULTS.with(encoding).with(truth));
    }
}
