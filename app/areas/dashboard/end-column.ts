import type { Column } from "~/ui/data-table";

/** A column of numbers. */
export const end = (key: string, label: string): Column => ({ key, label, align: "end" });
