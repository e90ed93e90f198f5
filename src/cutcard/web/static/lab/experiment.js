// An experiment on the server: started, followed as it goes on, stopped.

import { ask } from "../api.js";

/** Start an experiment and follow it. `onnews(job)` is called with all that is known, again and
 * again until the job is finished. Returns `{ stop(), leave(), job() }`. */
export async function startExperiment(path, asked, onnews) {
  let job = await ask(path, asked);
  onnews(job);
  const events = new EventSource(`/api/jobs/${job.job}/events`);
  events.onmessage = (event) => {
    job = JSON.parse(event.data);
    if (isFinished(job)) events.close();
    onnews(job);
  };
  return {
    job: () => job,
    leave() {
      events.close();
      if (!isFinished(job)) ask(`/api/jobs/${job.job}`, undefined, { method: "DELETE", keepalive: true }).catch(() => {});
    },
    async stop() {
      const ended = await ask(`/api/jobs/${job.job}`, undefined, { method: "DELETE" });
      if (isFinished(job)) return;
      events.close();
      job = ended;
      onnews(job);
    },
  };
}

export function isFinished(job) {
  return !["waiting", "running"].includes(job.state);
}
