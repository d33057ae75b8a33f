import { style } from "@vanilla-extract/css";
import { u } from "~/theme/shape";

export const form = style({ display: "grid", gap: u(4) });
