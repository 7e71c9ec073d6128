package bout.table;

import java.util.List;

/**
 * Records that are stored compressed, because their JSON says nearly the same many times over. Readers get a list as of
 * any others.
 */
public record Packed(List<?> records) {}
