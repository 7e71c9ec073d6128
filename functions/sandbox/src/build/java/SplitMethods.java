import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.attribute.StackMapFrameInfo;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.IncrementInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.lang.classfile.instruction.ThrowInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Copies the bytecode of QuickJS from quickjs4j into a package of ours, with its largest methods split. The build runs
 * this before it compiles the module: {@code java -cp QUICKJS4J SplitMethods.java FOLDER}.
 *
 * <p>The JVM's compilers skip methods of more than 8,000 bytes, so the heart of QuickJS, one method of 57,673 bytes
 * that executes a bot's code, would always be interpreted. With {@code -XX:-DontCompileHugeMethods} they try and give
 * up: the first compiler is out of virtual registers, the second out of nodes.
 *
 * <p>A split method keeps its signature. It calls its parts in turn, each of which is a stretch of the original code
 * and returns where to go on. What is live between parts is in an array. The operand stack is empty there.
 */
final class SplitMethods {

    /** HotSpot's HugeMethodLimit. */
    private static final int MOST_BYTES = 8_000;

    /** Of the original code in a part. Getting values from the array and back can make it three times as long. */
    private static final int PART_BYTES = 2_500;

    private static final String FROM = "io/roastedroot/quickjs4j/core/JavyPluginModuleMachine";
    private static final String TO = "bout/sandbox/quickjs/JavyPluginModuleMachine";

    private SplitMethods() {}

    public static void main(String[] arguments) throws IOException, URISyntaxException {
        Path folder = Path.of(arguments[0], TO).getParent();
        Files.createDirectories(folder);
        URI machine = ClassLoader.getSystemResource(FROM + ".class").toURI();
        try (FileSystem jar = FileSystems.newFileSystem(machine, Map.of());
                DirectoryStream<Path> classes =
                        Files.newDirectoryStream(jar.getPath(FROM).getParent(), "JavyPluginModuleMachine*.class")) {
            for (Path each : classes) {
                Path copy = folder.resolve(each.getFileName().toString());
                byte[] bytes = split(renamed(Files.readAllBytes(each)));
                // Left alone if it is the same, or everything that depends on it would be compiled again.
                if (!Files.exists(copy) || !Arrays.equals(bytes, Files.readAllBytes(copy))) {
                    Files.write(copy, bytes);
                }
            }
        }
    }

    /** The class with other names in its constant pool (Java Virtual Machine Specification, section 4.4). */
    private static byte[] renamed(byte[] bytes) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        ByteArrayOutputStream renamed = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(renamed);
        out.writeLong(in.readLong());
        int count = in.readUnsignedShort();
        out.writeShort(count);
        for (int i = 1; i < count; i++) {
            int tag = in.readUnsignedByte();
            out.writeByte(tag);
            switch (tag) {
                case 1 -> out.writeUTF(in.readUTF().replace(FROM, TO));
                case 7, 8, 16, 19, 20 -> out.write(in.readNBytes(2));
                case 15 -> out.write(in.readNBytes(3));
                case 3, 4, 9, 10, 11, 12, 17, 18 -> out.write(in.readNBytes(4));
                case 5, 6 -> {
                    out.write(in.readNBytes(8));
                    i++;
                }
                default -> throw new IOException("unknown constant " + tag);
            }
        }
        in.transferTo(out);
        return renamed.toByteArray();
    }

    private static byte[] split(byte[] bytes) {
        ClassFile files = ClassFile.of();
        ClassModel before = files.parse(bytes);
        byte[] after = files.transformClass(before, (builder, element) -> {
            if (element instanceof MethodModel method && size(method) > MOST_BYTES) {
                new Splitter(before.thisClass().asSymbol(), method).build(builder);
            } else {
                builder.with(element);
            }
        });
        for (MethodModel method : files.parse(after).methods()) {
            if (size(method) > MOST_BYTES) {
                throw new IllegalStateException(
                        method.methodName() + " still has " + size(method) + " bytes; make PART_BYTES smaller");
            }
        }
        return after;
    }

    private static int size(MethodModel method) {
        return method.findAttribute(Attributes.code())
                .map(CodeAttribute::codeLength)
                .orElse(0);
    }

    /** Instructions that are only entered at the first and only left at the last. */
    private static final class Block {
        private final int from;
        private final int to;
        private final List<Block> next = new ArrayList<>();
        private final BitSet reads = new BitSet();
        private final BitSet writes = new BitSet();
        /** The locals whose values the block or a later one reads. */
        private BitSet live = new BitSet();

        private boolean emptyStack;
        private int bytes;
        private int part;
        /** By which number other parts call it, or -1. */
        private int entry = -1;

        Block(int from, int to) {
            this.from = from;
            this.to = to;
        }
    }

    private static final class Splitter {

        /** A place in the code: the part, and the entry in it. */
        private static final int ENTRY_BITS = 12;

        /** The slots of a part's parameters. */
        private static final int ENTRY = 0;

        private static final int VALUES = 1;
        private static final int MEMORY = 2;
        private static final int INSTANCE = 3;
        private static final int LOCALS = 4;

        /** Up to so many exits of a part save what is live for each; else all save the same. */
        private static final int FEW_EXITS = 20;

        private final ClassDesc owner;
        private final MethodModel method;
        private final MethodTypeDesc type;
        private final MethodTypeDesc partType;
        private final int memory;
        private final int instance;
        private final List<CodeElement> code = new ArrayList<>();
        private final Map<Label, Integer> labels = new HashMap<>();
        private final Map<Integer, TypeKind> locals = new TreeMap<>();
        private final Map<Integer, Integer> places = new HashMap<>();
        private final TreeMap<Integer, Block> blocks = new TreeMap<>();
        private final List<List<Block>> parts = new ArrayList<>();

        /** @param method whose last parameters are the memory and the instance, and all others numbers */
        Splitter(ClassDesc owner, MethodModel method) {
            this.owner = owner;
            this.method = method;
            this.type = method.methodTypeSymbol();
            int last = type.parameterCount() - 1;
            this.partType = MethodTypeDesc.of(
                    ConstantDescs.CD_int,
                    ConstantDescs.CD_int,
                    ConstantDescs.CD_long.arrayType(),
                    type.parameterType(last - 1),
                    type.parameterType(last));
            int slot = 0;
            for (int i = 0; i < last - 1; i++) {
                TypeKind kind = TypeKind.from(type.parameterType(i));
                locals.put(slot, kind.asLoadable());
                slot += kind.slotSize();
            }
            memory = slot;
            instance = slot + 1;
            readCode();
            findBlocks();
            findLiveLocals();
            findParts();
            for (int local : locals.keySet()) {
                places.put(local, places.size() + 1); // 0 is the result
            }
        }

        private void readCode() {
            CodeAttribute attribute = method.findAttribute(Attributes.code()).orElseThrow();
            if (!attribute.exceptionHandlers().isEmpty()) {
                throw new IllegalStateException(method.methodName() + " catches exceptions");
            }
            for (CodeElement element : attribute.elementList()) {
                if (element instanceof LabelTarget target) {
                    labels.put(target.label(), code.size());
                } else if (element instanceof Instruction) {
                    code.add(element);
                }
            }
        }

        private void findBlocks() {
            TreeSet<Integer> starts = new TreeSet<>(List.of(0));
            for (int i = 0; i < code.size(); i++) {
                List<Label> targets = targets(code.get(i));
                targets.forEach(target -> starts.add(labels.get(target)));
                if (!targets.isEmpty() || isEnd(code.get(i))) {
                    starts.add(i + 1);
                }
            }
            starts.remove(code.size());
            for (int start : starts) {
                Integer end = starts.higher(start);
                blocks.put(start, new Block(start, end == null ? code.size() : end));
            }
            for (Block block : blocks.values()) {
                CodeElement last = code.get(block.to - 1);
                targets(last).forEach(target -> block.next.add(at(target)));
                if (!isEnd(last)) {
                    block.next.add(blocks.get(block.to));
                }
                for (CodeElement element : code.subList(block.from, block.to)) {
                    block.bytes += ((Instruction) element).sizeInBytes();
                    switch (element) {
                        case LoadInstruction load when load.typeKind() != TypeKind.REFERENCE ->
                            read(block, load.slot(), load.typeKind());
                        case StoreInstruction store -> write(block, store.slot(), store.typeKind());
                        case IncrementInstruction increment -> {
                            read(block, increment.slot(), TypeKind.INT);
                            write(block, increment.slot(), TypeKind.INT);
                        }
                        default -> {}
                    }
                }
            }
            blocks.get(0).emptyStack = true;
            CodeAttribute attribute = method.findAttribute(Attributes.code()).orElseThrow();
            for (StackMapFrameInfo frame :
                    attribute.findAttribute(Attributes.stackMapTable()).orElseThrow().entries()) {
                Block block = at(frame.target());
                if (block != null) {
                    block.emptyStack = frame.stack().isEmpty();
                }
            }
        }

        private void read(Block block, int local, TypeKind kind) {
            declare(local, kind);
            if (!block.writes.get(local)) {
                block.reads.set(local);
            }
        }

        private void write(Block block, int local, TypeKind kind) {
            declare(local, kind);
            block.writes.set(local);
        }

        private void declare(int local, TypeKind kind) {
            TypeKind before = locals.putIfAbsent(local, kind.asLoadable());
            if (before != null && before != kind.asLoadable()) {
                throw new IllegalStateException(method.methodName() + ": local " + local + " has two types");
            }
        }

        private Block at(Label label) {
            return blocks.get(labels.get(label));
        }

        private void findLiveLocals() {
            boolean changed = true;
            while (changed) {
                changed = false;
                for (Block block : blocks.descendingMap().values()) {
                    BitSet live = new BitSet();
                    block.next.forEach(next -> live.or(next.live));
                    live.andNot(block.writes);
                    live.or(block.reads);
                    changed |= !live.equals(block.live);
                    block.live = live;
                }
            }
        }

        /** Cuts the code where no jump across leads to a block that finds something on the operand stack. */
        private void findParts() {
            List<Block> all = List.copyOf(blocks.values());
            Map<Block, Integer> index = new HashMap<>();
            all.forEach(block -> index.put(block, index.size()));
            BitSet whole = new BitSet();
            for (Block block : all) {
                for (Block next : block.next) {
                    if (!next.emptyStack) {
                        int one = index.get(block);
                        int other = index.get(next);
                        whole.set(Math.min(one, other) + 1, Math.max(one, other) + 1);
                    }
                }
            }
            int start = 0;
            while (start < all.size()) {
                int end = start;
                int bytes = 0;
                for (int i = start; i < all.size() && (end == start || bytes <= PART_BYTES); i++) {
                    bytes += all.get(i).bytes;
                    if (!whole.get(i + 1) && (end == start || bytes <= PART_BYTES)) {
                        end = i + 1;
                    }
                }
                for (Block block : all.subList(start, end)) {
                    block.part = parts.size();
                }
                parts.add(all.subList(start, end));
                start = end;
            }
            int[] entries = new int[parts.size()];
            all.getFirst().entry = entries[0]++;
            for (Block block : all) {
                for (Block next : block.next) {
                    if (next.part != block.part && next.entry < 0) {
                        next.entry = entries[next.part]++;
                    }
                }
            }
        }

        void build(ClassBuilder builder) {
            builder.withMethodBody(method.methodName().stringValue(), type, method.flags().flagsMask(), this::whole);
            for (int i = 0; i < parts.size(); i++) {
                List<Block> part = parts.get(i);
                builder.withMethodBody(
                        name(i),
                        partType,
                        ClassFile.ACC_STATIC | ClassFile.ACC_PRIVATE,
                        to -> new Part(to, part).build());
            }
        }

        private String name(int part) {
            return method.methodName().stringValue() + "_part_" + part;
        }

        /** The method itself: calls part after part until one returns a negative place. */
        private void whole(CodeBuilder to) {
            int values = instance + 1;
            int place = values + 1;
            to.loadConstant(places.size() + 1).newarray(TypeKind.LONG).astore(values);
            int slot = 0;
            for (int i = 0; i < type.parameterCount() - 2; i++) {
                TypeKind kind = TypeKind.from(type.parameterType(i)).asLoadable();
                to.aload(values).loadConstant(places.get(slot)).loadLocal(kind, slot);
                toLong(to, kind);
                to.lastore();
                slot += kind.slotSize();
            }
            to.iconst_0().istore(place);
            Label loop = to.newLabel();
            Label end = to.newLabel();
            List<SwitchCase> cases = new ArrayList<>();
            for (int i = 0; i < parts.size(); i++) {
                cases.add(SwitchCase.of(i, to.newLabel()));
            }
            to.labelBinding(loop)
                    .iload(place)
                    .loadConstant(ENTRY_BITS)
                    .ishr()
                    .tableswitch(0, parts.size() - 1, end, cases);
            for (int i = 0; i < parts.size(); i++) {
                to.labelBinding(cases.get(i).target())
                        .iload(place)
                        .loadConstant((1 << ENTRY_BITS) - 1)
                        .iand()
                        .aload(values)
                        .aload(memory)
                        .aload(instance)
                        .invokestatic(owner, name(i), partType)
                        .istore(place)
                        .goto_(loop);
            }
            to.labelBinding(end);
            TypeKind result = TypeKind.from(type.returnType()).asLoadable();
            if (result != TypeKind.VOID) {
                to.aload(values).iconst_0().laload();
                fromLong(to, result);
            }
            to.return_(result);
        }

        /** One part: gets what is live at its entry, runs its blocks, and saves what is live at its exit. */
        private final class Part {
            private final CodeBuilder to;
            private final List<Block> part;
            private final Map<Block, Label> own = new HashMap<>();
            private final Map<Block, Label> exits = new LinkedHashMap<>();

            Part(CodeBuilder to, List<Block> part) {
                this.to = to;
                this.part = part;
                part.forEach(block -> own.put(block, to.newLabel()));
            }

            void build() {
                enter();
                for (Block block : part) {
                    to.labelBinding(own.get(block));
                    code.subList(block.from, block.to).forEach(this::copy);
                    if (!isEnd(code.get(block.to - 1)) && blocks.get(block.to).part != block.part) {
                        to.goto_(label(blocks.get(block.to)));
                    }
                }
                exit();
            }

            private void enter() {
                BitSet used = new BitSet();
                for (Block block : part) {
                    used.or(block.live);
                    used.or(block.writes);
                }
                // The JVM's verifier wants a value in every local, wherever blocks meet.
                used.stream().forEach(local -> {
                    TypeKind kind = locals.get(local);
                    switch (kind) {
                        case LONG -> to.lconst_0();
                        case DOUBLE -> to.dconst_0();
                        case FLOAT -> to.fconst_0();
                        default -> to.iconst_0();
                    }
                    to.storeLocal(kind, slot(local));
                });
                Map<Block, SwitchCase> entries = new LinkedHashMap<>();
                for (Block block : part) {
                    if (block.entry >= 0) {
                        entries.put(block, SwitchCase.of(block.entry, to.newLabel()));
                    }
                }
                List<SwitchCase> cases = List.copyOf(entries.values());
                to.iload(ENTRY)
                        .tableswitch(
                                0, cases.size() - 1, cases.getFirst().target(), cases);
                entries.forEach((block, entry) -> {
                    to.labelBinding(entry.target());
                    block.live.stream().forEach(local -> {
                        TypeKind kind = locals.get(local);
                        to.aload(VALUES).loadConstant(places.get(local)).laload();
                        fromLong(to, kind);
                        to.storeLocal(kind, slot(local));
                    });
                    to.goto_(own.get(block));
                });
            }

            private void copy(CodeElement element) {
                switch (element) {
                    case LoadInstruction load -> to.loadLocal(load.typeKind(), slot(load.slot()));
                    case StoreInstruction store -> to.storeLocal(store.typeKind(), slot(store.slot()));
                    case IncrementInstruction increment -> to.iinc(slot(increment.slot()), increment.constant());
                    case BranchInstruction branch ->
                        to.branch(
                                branch.opcode() == Opcode.GOTO_W ? Opcode.GOTO : branch.opcode(),
                                label(at(branch.target())));
                    case TableSwitchInstruction table ->
                        to.tableswitch(
                                table.lowValue(),
                                table.highValue(),
                                label(at(table.defaultTarget())),
                                cases(table.cases()));
                    case LookupSwitchInstruction lookup ->
                        to.lookupswitch(label(at(lookup.defaultTarget())), cases(lookup.cases()));
                    case ReturnInstruction returned -> {
                        if (returned.typeKind() != TypeKind.VOID) {
                            toLong(to, returned.typeKind());
                            to.aload(VALUES).dup_x2().pop().iconst_0().dup_x2().pop().lastore();
                        }
                        to.iconst_m1().ireturn();
                    }
                    default -> to.with(element);
                }
            }

            private List<SwitchCase> cases(List<SwitchCase> cases) {
                return cases.stream()
                        .map(each -> SwitchCase.of(each.caseValue(), label(at(each.target()))))
                        .toList();
            }

            private Label label(Block block) {
                Label here = own.get(block);
                return here != null ? here : exits.computeIfAbsent(block, elsewhere -> to.newLabel());
            }

            /** What the part has not written is in the array already. */
            private void exit() {
                BitSet written = new BitSet();
                part.forEach(block -> written.or(block.writes));
                BitSet all = new BitSet();
                exits.keySet().forEach(block -> all.or(block.live));
                all.and(written);
                Map<BitSet, Label> saves = new LinkedHashMap<>();
                exits.forEach((block, exit) -> {
                    BitSet save = (BitSet) block.live.clone();
                    save.and(written);
                    to.labelBinding(exit)
                            .loadConstant(block.part << ENTRY_BITS | block.entry)
                            .goto_(saves.computeIfAbsent(
                                    exits.size() > FEW_EXITS ? all : save, locals -> to.newLabel()));
                });
                saves.forEach((save, label) -> {
                    to.labelBinding(label);
                    save.stream().forEach(local -> {
                        to.aload(VALUES).loadConstant(places.get(local)).loadLocal(locals.get(local), slot(local));
                        toLong(to, locals.get(local));
                        to.lastore();
                    });
                    to.ireturn();
                });
            }
        }

        private int slot(int local) {
            return local == memory ? MEMORY : local == instance ? INSTANCE : local + LOCALS;
        }

        private static List<Label> targets(CodeElement element) {
            return switch (element) {
                case BranchInstruction branch -> List.of(branch.target());
                case TableSwitchInstruction table -> targets(table.defaultTarget(), table.cases());
                case LookupSwitchInstruction lookup -> targets(lookup.defaultTarget(), lookup.cases());
                default -> List.of();
            };
        }

        private static List<Label> targets(Label otherwise, List<SwitchCase> cases) {
            List<Label> targets = new ArrayList<>(List.of(otherwise));
            cases.forEach(each -> targets.add(each.target()));
            return targets;
        }

        /** Whether what follows is not reached from here. */
        private static boolean isEnd(CodeElement element) {
            return switch (element) {
                case ReturnInstruction _, ThrowInstruction _ -> true;
                case TableSwitchInstruction _, LookupSwitchInstruction _ -> true;
                case BranchInstruction branch ->
                    branch.opcode() == Opcode.GOTO || branch.opcode() == Opcode.GOTO_W;
                default -> false;
            };
        }

        private static void toLong(CodeBuilder to, TypeKind kind) {
            switch (kind) {
                case LONG -> {}
                case DOUBLE ->
                    to.invokestatic(
                            ConstantDescs.CD_Double, "doubleToRawLongBits", MethodTypeDesc.ofDescriptor("(D)J"));
                case FLOAT ->
                    to.invokestatic(ConstantDescs.CD_Float, "floatToRawIntBits", MethodTypeDesc.ofDescriptor("(F)I"))
                            .i2l();
                default -> to.i2l();
            }
        }

        private static void fromLong(CodeBuilder to, TypeKind kind) {
            switch (kind) {
                case LONG -> {}
                case DOUBLE ->
                    to.invokestatic(ConstantDescs.CD_Double, "longBitsToDouble", MethodTypeDesc.ofDescriptor("(J)D"));
                case FLOAT ->
                    to.l2i()
                            .invokestatic(
                                    ConstantDescs.CD_Float, "intBitsToFloat", MethodTypeDesc.ofDescriptor("(I)F"));
                default -> to.l2i();
            }
        }
    }
}
