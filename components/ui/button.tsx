import type { ComponentProps } from "react";

export const linkLook = "font-medium text-brand underline underline-offset-4 dark:text-brand-soft";

const boxed = "border px-(--control-pad) font-(--control-weight)";
const looks = {
  primary: `${boxed} border-transparent bg-brand text-white hover:bg-brand/90 dark:bg-brand-soft dark:text-stone-950 dark:hover:bg-brand-soft/90`,
  secondary: `${boxed} border-stone-500 bg-white text-stone-900 hover:bg-stone-100 dark:bg-stone-900 dark:text-stone-100 dark:hover:bg-stone-800`,
  /** For what destroys something or cuts somebody off. */
  danger: `${boxed} border-transparent bg-red-700 text-white hover:bg-red-800`,
  quiet: linkLook,
};
export type ButtonLook = keyof typeof looks;

const shape =
  "relative inline-flex min-h-(--control) items-center justify-center rounded-(--radius-field) py-(--control-rise) text-(length:--control-text) transition-colors";

export function buttonLook(look: ButtonLook): string {
  return `${shape} ${looks[look]}`;
}

type Props = ComponentProps<"button"> & {
  look?: ButtonLook;
  /** Under way: it keeps its size and the focus and shows a spinner. The click handler must ignore clicks. */
  busy?: boolean;
};

export function Button({ look = "primary", busy = false, type = "button", className = "", children, ...rest }: Props) {
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      className={`${buttonLook(look)} aria-busy:cursor-progress ${className}`}
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
