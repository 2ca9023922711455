package dev.tplus1.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.lang.classfile.instruction.InvokeInstruction;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Copies of the program's classes in which one guard is gone. */
final class GuardsRemoved {
    private final Path classes;

    /**
     * @param classes the built classes and resources
     */
    GuardsRemoved(Path classes) {
        this.classes = classes;
    }

    /** A file of the program, and what it is without the guard. */
    record Removal(String file, UnaryOperator<byte[]> without) {}

    /** Other words in a resource; they must stand there once. */
    static Removal words(String file, String guard, String instead) {
        return new Removal(
                file,
                bytes ->
                        once(new String(bytes, StandardCharsets.UTF_8), guard, instead)
                                .getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Other words in a text that a class has, as in its SQL; of all its texts the guard must stand
     * in exactly one, which may also be the pattern of a text that is put together at run time.
     */
    static Removal text(String type, String guard, String instead) {
        return new Removal(
                file(type),
                bytes -> {
                    List<byte[]> found = new ArrayList<>();
                    List<byte[]> made = new ArrayList<>();
                    for (PoolEntry entry : ClassFile.of().parse(bytes).constantPool()) {
                        if (entry instanceof Utf8Entry utf8 && utf8.stringValue().contains(guard)) {
                            found.add(modified(utf8.stringValue()));
                            made.add(modified(once(utf8.stringValue(), guard, instead)));
                        }
                    }
                    if (found.size() != 1) {
                        throw new IllegalStateException(
                                found.size() + " texts of " + type + " have it");
                    }
                    return replaced(bytes, found.getFirst(), made.getFirst());
                });
    }

    /** A method that does nothing. */
    static Removal method(String type, String method) {
        return new Removal(
                file(type),
                bytes -> {
                    int[] met = {0};
                    MethodTransform empty =
                            (builder, element) -> {
                                if (element instanceof CodeModel) {
                                    met[0]++;
                                    builder.withCode(CodeBuilder::return_);
                                } else {
                                    builder.with(element);
                                }
                            };
                    return changed(
                            bytes, ClassTransform.transformingMethods(named(method), empty), met);
                });
    }

    /** A method to which all texts are equal. */
    static Removal comparison(String type, String method) {
        return new Removal(
                file(type),
                bytes -> {
                    int[] met = {0};
                    CodeTransform equal =
                            (builder, element) -> {
                                if (comparesTexts(element)) {
                                    met[0]++;
                                    builder.pop2().iconst_1();
                                } else {
                                    builder.with(element);
                                }
                            };
                    return changed(
                            bytes,
                            ClassTransform.transformingMethodBodies(named(method), equal),
                            met);
                });
    }

    /** Everything in a new folder, but for one file as it is without its guard. */
    Path copy(Path folder, Removal removal) {
        copy(folder);
        Path file = folder.resolve(removal.file());
        try {
            byte[] bytes = Files.readAllBytes(file);
            Files.write(file, removal.without().apply(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return folder;
    }

    /** Everything in a new folder, as it is. */
    Path copy(Path folder) {
        try (Stream<Path> all = Files.walk(classes)) {
            for (Path each : all.toList()) {
                Path to = folder.resolve(classes.relativize(each).toString());
                if (Files.isDirectory(each)) {
                    Files.createDirectories(to);
                } else {
                    Files.copy(each, to);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return folder;
    }

    private static String file(String type) {
        return "dev/tplus1/" + type.replace('.', '/') + ".class";
    }

    private static boolean comparesTexts(CodeElement element) {
        return element instanceof InvokeInstruction call
                && call.owner().asInternalName().equals("java/lang/String")
                && call.name().equalsString("equals");
    }

    private static Predicate<MethodModel> named(String method) {
        return model -> model.methodName().equalsString(method);
    }

    private static byte[] changed(byte[] bytes, ClassTransform by, int[] met) {
        byte[] made = ClassFile.of().transformClass(ClassFile.of().parse(bytes), by);
        if (met[0] != 1) {
            throw new IllegalStateException("the guard was met " + met[0] + " times, not once");
        }
        return made;
    }

    private static String once(String text, String guard, String instead) {
        int at = text.indexOf(guard);
        if (at < 0 || text.indexOf(guard, at + 1) >= 0) {
            throw new IllegalStateException("\"" + guard + "\" does not stand there once");
        }
        return text.replace(guard, instead);
    }

    /** A text as the constant pool has it: its length, then its bytes. Ours are all ASCII. */
    private static byte[] modified(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.allocate(Short.BYTES + bytes.length)
                .putShort((short) bytes.length)
                .put(bytes)
                .array();
    }

    private static byte[] replaced(byte[] all, byte[] part, byte[] by) {
        String text = new String(all, StandardCharsets.ISO_8859_1);
        String made =
                once(
                        text,
                        new String(part, StandardCharsets.ISO_8859_1),
                        new String(by, StandardCharsets.ISO_8859_1));
        return made.getBytes(StandardCharsets.ISO_8859_1);
    }
}
