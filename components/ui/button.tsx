import type { ComponentProps } from "react";

/** How a link looks in running text and on its own. */
export const linkLook = "font-medium text-brand underline underline-offset-4 dark:text-brand-soft";

const boxed = "border px-5 font-semibold";
const looks = {
  primary: `${boxed} border-transparent bg-brand text-white hover:bg-brand/90 dark:bg-brand-soft dark:text-stone-950 dark:hover:bg-brand-soft/90`,
  secondary: `${boxed} border-stone-500 bg-white text-stone-900 hover:bg-stone-100 dark:bg-stone-900 dark:text-stone-100 dark:hover:bg-stone-800`,
  quiet: linkLook,
};

type Props = ComponentProps<"button"> & {
  look?: keyof typeof looks;
  /** Under way: it keeps its size and the focus and shows a spinner. The click handler must ignore clicks. */
  busy?: boolean;
};

/** A button large enough for fingers. */
export function Button({ look = "primary", busy = false, type = "button", className = "", children, ...rest }: Props) {
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      className={`relative inline-flex min-h-12 items-center justify-center rounded-(--radius-field) py-2.5 transition-colors aria-busy:cursor-progress ${looks[look]} ${className}`}
    >
      <span className={busy ? "opacity-40" : ""}>{children}</span>
      {busy && (
        <span className="absolute inset-0 flex items-center justify-center">
          <span
            className="size-5 animate-spin rounded-full border-2 border-current border-r-transparent motion-reduce:animate-none"
            aria-hidden="true"
          />
        </span>
      )}
    </button>
  );
}
