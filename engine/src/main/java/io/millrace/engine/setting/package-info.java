/**
 * The catalogue of settings: what a file can set, declared once.
 *
 * <p>A {@link io.millrace.engine.setting.SettingGroup} lists the settings of a mapping: the
 * properties of a node type, of a queue, of a data source. Reading, checks, reference pages and
 * JSON Schemas use these declarations. A {@link io.millrace.engine.setting.SettingValue} is an
 * effective value with its origin. Start reading at {@code SettingGroup} and {@code Layer}.
 *
 * <p>A {@link io.millrace.engine.setting.LimitRegistry} lists the limits of a running process with
 * their current values.
 */
@NullMarked
package io.millrace.engine.setting;

import org.jspecify.annotations.NullMarked;
