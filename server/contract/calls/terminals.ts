import { read } from "../call";
import { pax } from "../entities/pax";
import { listRequirement } from "../entity";
import { paxStateSchema } from "../terminals";

export const paxState = read({
  needs: listRequirement(pax),
  about: pax,
  path: "/pax/{id}/state",
  does: "What is known of a bank terminal, by itself and by the sales of its machine",
  answer: paxStateSchema,
});
