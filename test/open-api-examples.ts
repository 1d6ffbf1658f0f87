import { z } from "zod";

const named = z.record(z.string(), z.record(z.string(), z.looseObject({ tags: z.array(z.string()) })));
const documented = z.looseObject({
  paths: named,
  webhooks: named,
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
});

/**
 * The bodies of an OpenAPI document that can have an example, and those that need one, by the names of their schemas. One
 * that holds another body needs none: readers show that one's inside. Nor do the answers that only the SDK reads.
 */
export function namesOfExamples(document: unknown): { possible: string[]; needed: string[] } {
  const { paths, webhooks, components } = documented.parse(document);
  const operations = [paths, webhooks].flatMap((all) => Object.values(all)).flatMap((all) => Object.values(all));
  const possible = referencesIn(operations);
  const shown = referencesIn(
    operations.map(({ tags, responses, ...sent }) => (tags.includes("Hosted journey") ? sent : { responses, ...sent })),
  );
  const ownExample = ["Problem", "OAuthError"];
  const holdsNone = (name: string) => !referencesIn(components.schemas[name]).some((one) => shown.includes(one));
  return { possible, needed: shown.filter((name) => holdsNone(name) && !ownExample.includes(name)) };
}

function referencesIn(part: unknown): string[] {
  return [...new Set(JSON.stringify(part ?? {}).match(/(?<=#\/components\/schemas\/)\w+/g))];
}
