export * from "./audits";
export * from "./objects";
export * from "./people";
