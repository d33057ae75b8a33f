import { style } from "@vanilla-extract/css";
import { u } from "~/theme/shape";

export const form = style({ display: "grid", gap: u(4) });
export const accounts = style({ display: "grid", gridTemplateColumns: "1fr 1fr", gap: u(2) });
