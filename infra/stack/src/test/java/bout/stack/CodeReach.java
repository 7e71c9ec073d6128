package bout.stack;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.constant.ConstantDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.reflect.AccessFlag;
import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a class may do, read from class files: the library methods it calls and the texts it contains, directly or
 * through other code. Starts from the class's constructors and follows calls. Of an object, it counts methods that are
 * called and methods that a library may call because the library declares them.
 *
 * <p>A call to an interface leads to every class of ours that implements it and is instantiated in reached code (rapid
 * type analysis, Bacon and Sweeney 1996). Code reached only by reflection is not seen.
 */
final class CodeReach {

    private static final String OURS = "bout/";

    /** A library method: its class, such as {@code java.util.List}, and its name. */
    record LibraryCall(String owner, String method) {}

    private record Target(String owner, String name, String descriptor) {}

    /** Class files do not change while the tests run, and many tests ask about the same function. */
    private static final Map<String, CodeReach> REACHED = new ConcurrentHashMap<>();

    private static final Map<String, ClassModel> CLASSES = new ConcurrentHashMap<>();
    private static final Map<String, Collection<String>> SUPERTYPES = new ConcurrentHashMap<>();

    /** What is the same for every function that is followed: most of their code is the same. */
    private static final Map<Target, Optional<MethodModel>> FOUND = new ConcurrentHashMap<>();

    private static final Map<MethodModel, List<CodeElement>> CODE = new ConcurrentHashMap<>();

    private final Deque<MethodModel> open = new ArrayDeque<>();
    private final Set<MethodModel> seen = new LinkedHashSet<>();
    private final Set<String> made = new LinkedHashSet<>();
    private final Set<String> initialized = new LinkedHashSet<>();
    /** Calls that lead to different methods in different classes, by the class that is named. */
    private final Map<String, Set<Target>> dispatched = new HashMap<>();

    private final Set<LibraryCall> libraryCalls = new LinkedHashSet<>();
    private final Map<LibraryCall, Set<String>> callers = new HashMap<>();
    private final Map<MethodModel, Set<LibraryCall>> calls = new HashMap<>();
    private MethodModel reading;
    private final Set<String> texts = new TreeSet<>();

    private CodeReach() {}

    /** @param entry a class of ours, such as {@code bout.api.ApiHandler}, that the runtime instantiates */
    static CodeReach of(String entry) {
        return REACHED.computeIfAbsent(entry, CodeReach::follow);
    }

    private static CodeReach follow(String entry) {
        CodeReach reach = new CodeReach();
        String name = entry.replace('.', '/');
        reach.make(name);
        model(name).methods().stream()
                .filter(method -> method.methodName().equalsString("<init>"))
                .forEach(reach::reach);
        while (!reach.open.isEmpty()) {
            reach.read(reach.open.remove());
        }
        return reach;
    }

    Set<LibraryCall> libraryCalls() {
        return libraryCalls;
    }

    /** The called methods of a library class. */
    Set<String> calledOf(String owner) {
        return libraryCalls.stream()
                .filter(call -> call.owner().equals(owner))
                .map(LibraryCall::method)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * Our classes that call the method of a class of a library or of ours, such as {@code bout.store.match.Matches}.
     */
    Set<String> callers(String owner, String method) {
        return callers.getOrDefault(new LibraryCall(owner, method), Set.of());
    }

    /** For each reached method that calls this one: which methods of another class it calls, too. */
    List<Set<String>> calledWith(String owner, String method, String other) {
        return calls.values().stream()
                .filter(all -> all.contains(new LibraryCall(owner, method)))
                .map(all -> all.stream()
                        .filter(call -> call.owner().equals(other))
                        .map(LibraryCall::method)
                        .collect(Collectors.toSet()))
                .toList();
    }

    /** Whether this class of ours, such as {@code bout.store.match.Matches}, is instantiated. */
    boolean makes(String type) {
        return made.contains(type.replace('.', '/'));
    }

    /** The methods of a class of ours that are reached. */
    Set<String> reached(String type) {
        return seen.stream()
                .filter(method -> method.parent()
                        .orElseThrow()
                        .thisClass()
                        .asInternalName()
                        .equals(type.replace('.', '/')))
                .map(method -> method.methodName().stringValue())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    Set<String> texts() {
        return texts;
    }

    private void read(MethodModel method) {
        reading = method;
        for (CodeElement element : CODE.computeIfAbsent(method, CodeReach::relevant)) {
            switch (element) {
                case InvokeInstruction call ->
                    call(
                            call.owner().asInternalName(),
                            call.name().stringValue(),
                            call.type().stringValue(),
                            isDispatched(call));
                case InvokeDynamicInstruction call ->
                    Stream.concat(Stream.of(call.bootstrapMethod()), call.bootstrapArgs().stream())
                            .forEach(this::handle);
                case NewObjectInstruction object -> make(object.className().asInternalName());
                case FieldInstruction field -> initialize(field.owner().asInternalName());
                case ConstantInstruction constant -> texts.add((String) constant.constantValue());
                default -> throw new IllegalStateException("not relevant: " + element);
            }
        }
    }

    private static List<CodeElement> relevant(MethodModel method) {
        return method.code().stream()
                .flatMap(CodeModel::elementStream)
                .filter(element -> switch (element) {
                    case InvokeInstruction _, InvokeDynamicInstruction _, NewObjectInstruction _, FieldInstruction _ ->
                        true;
                    case ConstantInstruction constant -> constant.constantValue() instanceof String;
                    default -> false;
                })
                .toList();
    }

    private static boolean isDispatched(InvokeInstruction call) {
        return switch (call.opcode()) {
            case INVOKEVIRTUAL, INVOKEINTERFACE -> true;
            default -> false;
        };
    }

    /** A lambda or method reference may be called as soon as it exists. */
    private void handle(ConstantDesc constant) {
        if (constant instanceof DirectMethodHandleDesc handle) {
            String owner = handle.owner().descriptorString();
            String name = owner.substring(1, owner.length() - 1);
            switch (handle.kind()) {
                case VIRTUAL, INTERFACE_VIRTUAL -> call(name, handle.methodName(), handle.lookupDescriptor(), true);
                case CONSTRUCTOR -> {
                    make(name);
                    call(name, "<init>", handle.lookupDescriptor(), false);
                }
                case STATIC, INTERFACE_STATIC, SPECIAL, INTERFACE_SPECIAL ->
                    call(name, handle.methodName(), handle.lookupDescriptor(), false);
                default -> {}
            }
        }
    }

    private void call(String owner, String name, String descriptor, boolean dispatch) {
        LibraryCall call = new LibraryCall(owner.replace('/', '.'), name);
        calls.computeIfAbsent(reading, each -> new LinkedHashSet<>()).add(call);
        String caller = reading.parent().orElseThrow().thisClass().asInternalName();
        callers.computeIfAbsent(call, each -> new TreeSet<>()).add(caller.replace('/', '.'));
        if (!owner.startsWith(OURS)) {
            libraryCalls.add(call);
            return;
        }
        initialize(owner);
        Target target = new Target(owner, name, descriptor);
        find(target).ifPresentOrElse(this::reach, () -> inherited(target));
        if (dispatch
                && dispatched
                        .computeIfAbsent(owner, each -> new LinkedHashSet<>())
                        .add(target)) {
            List.copyOf(made).forEach(made -> dispatch(target, made));
        }
    }

    /** A method that our class inherits from a library class counts as a call of the library. */
    private void inherited(Target target) {
        outside(target.owner()).forEach(owner -> libraryCalls.add(new LibraryCall(owner.getName(), target.name())));
    }

    private void dispatch(Target target, String made) {
        if (supertypes(made).contains(target.owner())) {
            find(new Target(made, target.name(), target.descriptor())).ifPresent(this::reach);
        }
    }

    private void make(String name) {
        if (!name.startsWith(OURS) || !made.add(name)) {
            return;
        }
        initialize(name);
        for (String type : supertypes(name)) {
            List.copyOf(dispatched.getOrDefault(type, Set.of())).forEach(target -> dispatch(target, name));
        }
        Set<String> callbacks = outside(name).stream()
                .flatMap(type -> Arrays.stream(type.getMethods()))
                .map(Method::getName)
                .collect(Collectors.toSet());
        for (String type : supertypes(name)) {
            if (type.startsWith(OURS)) {
                model(type).methods().stream()
                        .filter(method -> callbacks.contains(method.methodName().stringValue()))
                        .forEach(this::reach);
            }
        }
    }

    private void initialize(String name) {
        if (name.startsWith(OURS) && initialized.add(name)) {
            model(name).methods().stream()
                    .filter(method -> method.methodName().equalsString("<clinit>"))
                    .forEach(this::reach);
        }
    }

    private void reach(MethodModel method) {
        if (seen.add(method)) {
            open.add(method);
        }
    }

    /**
     * The method that runs when it is called on an object of exactly this class, unless it is inherited from a library.
     */
    private static Optional<MethodModel> find(Target target) {
        return FOUND.computeIfAbsent(target, CodeReach::look);
    }

    private static Optional<MethodModel> look(Target target) {
        return supertypes(target.owner()).stream()
                .filter(type -> type.startsWith(OURS))
                .flatMap(type -> model(type).methods().stream())
                .filter(method -> method.methodName().equalsString(target.name())
                        && method.methodType().equalsString(target.descriptor()))
                .min((one, other) -> Boolean.compare(isAbstract(one), isAbstract(other)));
    }

    private static boolean isAbstract(MethodModel method) {
        return method.flags().has(AccessFlag.ABSTRACT);
    }

    private static Collection<String> supertypes(String name) {
        Collection<String> known = SUPERTYPES.get(name);
        return known != null ? known : SUPERTYPES.merge(name, supertypesOf(name), (one, same) -> one);
    }

    /** The class, its superclasses, then all their interfaces, up to the first that is not ours. */
    private static Collection<String> supertypesOf(String name) {
        Set<String> superclasses = new LinkedHashSet<>();
        for (String each = name; each != null && superclasses.add(each); ) {
            each = each.startsWith(OURS)
                    ? model(each).superclass().map(ClassEntry::asInternalName).orElse(null)
                    : null;
        }
        Set<String> all = new LinkedHashSet<>(superclasses);
        Deque<String> rest = new ArrayDeque<>(superclasses);
        while (!rest.isEmpty()) {
            String each = rest.remove();
            if (each.startsWith(OURS)) {
                model(each).interfaces().stream()
                        .map(ClassEntry::asInternalName)
                        .filter(all::add)
                        .forEach(rest::add);
            }
        }
        return all;
    }

    private static List<Class<?>> outside(String name) {
        List<Class<?>> types = new ArrayList<>();
        for (String type : supertypes(name)) {
            if (!type.startsWith(OURS)) {
                try {
                    types.add(Class.forName(type.replace('/', '.'), false, CodeReach.class.getClassLoader()));
                } catch (ClassNotFoundException missing) {
                    throw new IllegalStateException(name + " needs " + type + ", which is not there", missing);
                }
            }
        }
        return types;
    }

    private static ClassModel model(String name) {
        return CLASSES.computeIfAbsent(name, missing -> {
            try (InputStream file = CodeReach.class.getClassLoader().getResourceAsStream(missing + ".class")) {
                if (file == null) {
                    throw new IllegalArgumentException("there is no class " + missing.replace('/', '.'));
                }
                return ClassFile.of().parse(file.readAllBytes());
            } catch (IOException unreadable) {
                throw new UncheckedIOException("cannot read the class " + missing, unreadable);
            }
        });
    }
}
