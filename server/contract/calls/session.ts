import { z } from "zod";
import { change, read } from "../call";
import { demonstrationBody } from "../demonstration";
import { newPasswordBody, ownDataBody, profileSchema } from "../profile";
import { confirmBody, passwordBody, recoveryCodesAnswer, secondFactorSchema } from "../second-factor";
import { infoSchema, loginBody, loginData, secondStepBody } from "../session";

const nothing = z.object({});
const own = { needs: "login" } as const;

export const login = change({
  path: "/login",
  needs: "nothing",
  does: "Sign in; 401 `second_step` with a ticket when the password is right and a code is wanted besides",
  form: loginBody,
  answer: loginData,
  refuses: [401, 429],
});
export const secondStep = change({
  path: "/login/second_step",
  needs: "nothing",
  does: "Sign in with the ticket of the first step and a code of the app, or a recovery code",
  form: secondStepBody,
  answer: loginData,
  refuses: [401, 429],
});
export const enterDemonstration = change({
  path: "/login/demonstration",
  needs: "nothing",
  does: "Sign in with an account that the demonstration offers; 404 everywhere else, and once the account has a password of its own",
  form: demonstrationBody,
  answer: loginData,
  refuses: [401, 404, 429],
});
export const info = read({
  ...own,
  beforeSecondStep: true,
  path: "/info",
  does: "The signed-in person",
  answer: infoSchema,
});
export const logout = read({ ...own, beforeSecondStep: true, path: "/logout", does: "Sign out", answer: nothing });

export const profile = read({
  ...own,
  path: "/profile",
  does: "The signed-in person's own data",
  answer: profileSchema,
});
export const saveProfile = change({
  ...own,
  path: "/profile",
  does: "Change the own data; a new e-mail wants the password",
  form: ownDataBody,
  answer: profileSchema,
  refuses: [409, 429],
});
export const changePassword = change({
  ...own,
  path: "/profile/password",
  does: "Change the own password; every other sign-in of the person ends",
  form: newPasswordBody,
  answer: nothing,
  refuses: [429],
});
export const endSession = change({
  ...own,
  path: "/profile/sessions/{id}/end",
  about: "the person's own sign-in; any other is left alone",
  does: "End one of the own sign-ins",
  answer: nothing,
});
export const endOtherSessions = change({
  ...own,
  path: "/profile/sessions/end_others",
  does: "End every other sign-in of the person",
  answer: nothing,
});

const ownSecondFactor = { ...own, beforeSecondStep: true } as const;

export const secondFactor = read({
  ...ownSecondFactor,
  path: "/profile/second_factor",
  does: "How the person signs in",
  answer: secondFactorSchema,
});
export const beginSecondFactor = change({
  ...ownSecondFactor,
  path: "/profile/second_factor/begin",
  does: "Make a secret; an older one counts until the new one is confirmed",
  form: passwordBody,
  answer: nothing,
  refuses: [429],
});
export const confirmSecondFactor = change({
  ...ownSecondFactor,
  path: "/profile/second_factor/confirm",
  does: "Sign in with two steps from now on; every other sign-in of the person ends",
  form: confirmBody,
  answer: recoveryCodesAnswer,
  refuses: [409, 429],
});
export const newRecoveryCodes = change({
  ...ownSecondFactor,
  path: "/profile/second_factor/recovery_codes",
  does: "Replace the recovery codes",
  form: passwordBody,
  answer: recoveryCodesAnswer,
  refuses: [409, 429],
});
export const secondFactorOff = change({
  ...ownSecondFactor,
  path: "/profile/second_factor/off",
  does: "Sign in with one step again, where the group allows it",
  form: passwordBody,
  answer: nothing,
  refuses: [429],
});
