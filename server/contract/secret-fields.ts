/**
 * Entries of a form that name its fields which are never put back into a page, not even for the person who typed them:
 * every control for a secret says so beside itself (`TextInput`).
 */
export const SECRETS = "secrets";
