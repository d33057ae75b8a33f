/** Keys of the words of the sign-in form. */
export const signInLabels = [
  "session:login.title",
  "session:login.email",
  "session:login.password",
  "session:login.submit",
  "session:login.expired",
  "session:login.accounts",
] as const;
