/** Hours of the clock. */
const CLOCK = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23] as const;
export type HourMeasure = `hour_${(typeof CLOCK)[number]}`;

/** Paid vends of each hour of the clock: a screen draws them as one column, `hours`; files leave them out. */
export const HOURS: readonly HourMeasure[] = CLOCK.map((hour) => `hour_${hour}` as const);
export const STRIP = "hours";
export const isHour = (name: string): boolean => HOURS.some((hour) => hour === name);

/** Something for each of these measures. */
export const byHour = <T>(of: (hour: number) => T): Record<HourMeasure, T> => ({
  hour_0: of(0),
  hour_1: of(1),
  hour_2: of(2),
  hour_3: of(3),
  hour_4: of(4),
  hour_5: of(5),
  hour_6: of(6),
  hour_7: of(7),
  hour_8: of(8),
  hour_9: of(9),
  hour_10: of(10),
  hour_11: of(11),
  hour_12: of(12),
  hour_13: of(13),
  hour_14: of(14),
  hour_15: of(15),
  hour_16: of(16),
  hour_17: of(17),
  hour_18: of(18),
  hour_19: of(19),
  hour_20: of(20),
  hour_21: of(21),
  hour_22: of(22),
  hour_23: of(23),
});
