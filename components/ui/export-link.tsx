import { buttonLook } from "./button";

type Props = {
  /** Of the list: the file is made below it. */
  path: string;
  query: Record<string, string | undefined>;
};

export function ExportLink({ path, query }: Props) {
  const chosen = Object.entries(query).flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : []));
  return (
    <a href={`${path}/export.csv?${new URLSearchParams(chosen)}`} download className={buttonLook("secondary")}>
      Export CSV
    </a>
  );
}
