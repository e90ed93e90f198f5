// The server's JSON interface.

/** Ask the server; an answer that is an error becomes an Error with the server's sentence. */
export async function ask(path, body = undefined, options = {}) {
  const request = body === undefined
    ? { ...options }
    : {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
        ...options,
      };
  let response;
  try {
    response = await fetch(path, request);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Error("The server does not answer: is it still running?");
  }
  const answer = await response.json().catch(() => ({ error: `The server answered ${response.status}.` }));
  if (!response.ok) throw Object.assign(new Error(answer.error), { status: response.status });
  return answer;
}
