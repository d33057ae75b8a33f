import { isSecure } from "./incoming.server";

/** Marks every cookie that a loader or an action sets Secure when the browser reached us over TLS. */
export function secured<T>(request: Request, answer: T): T {
  if (!isSecure(request)) return answer;
  if (answer instanceof Response) secure(answer.headers);
  else if (hasInit(answer)) answer.init.headers = secure(new Headers(answer.init.headers));
  return answer;
}

/** Remix's `data()` that says something besides the data. */
const hasInit = (answer: unknown): answer is { init: { headers?: HeadersInit } } =>
  typeof answer === "object" &&
  answer !== null &&
  "type" in answer &&
  answer.type === "DataWithResponseInit" &&
  "init" in answer &&
  typeof answer.init === "object" &&
  answer.init !== null;

function secure(headers: Headers): Headers {
  const cookies = headers.getSetCookie();
  headers.delete("Set-Cookie");
  for (const cookie of cookies) headers.append("Set-Cookie", `${cookie}; Secure`);
  return headers;
}
