import { read } from "../call";
import { user } from "../entities/users";
import { userGroup } from "../entities/users_groups";
import { listRequirement } from "../entity";
import { sightSchema } from "../sight";

export const userSight = read({
  path: "/users/{id}/sight",
  needs: listRequirement(user),
  about: user,
  does: "What a person may do and sees: permissions, the limits of the person and of the group together, and how many records of each kind that leaves, of those that the caller sees",
  answer: sightSchema,
});
/** Of people it tells as much as of a person, and is for who may see those. */
export const userGroupSight = read({
  path: "/users_groups/{id}/sight",
  needs: [...listRequirement(userGroup), ...listRequirement(user)],
  about: userGroup,
  does: "The same of whoever is in a group and has no limits besides",
  answer: sightSchema,
});
