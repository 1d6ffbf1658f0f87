import type { Locator, Page } from "playwright/test";
import { expect } from "@/e2e/fixtures";

/** A way to use a form: with mouse and touch, or with the keyboard alone. */
export type Hands = {
  fill: (field: Locator, text: string) => Promise<void>;
  choose: (field: Locator, label: string) => Promise<void>;
  /** Types a part of a name and takes the option from the list that comes up. */
  search: (field: Locator, typed: string, option: Locator) => Promise<void>;
  press: (button: Locator) => Promise<void>;
  /** Presses what opens the browser's own dialog for files, and picks one there. */
  pick: (button: Locator, file: { name: string; mimeType: string; buffer: Buffer }) => Promise<void>;
};

/** As most people do it. */
export function pointing(page: Page): Hands {
  const press = (button: Locator) => button.click();
  return {
    press,
    fill: (field, text) => field.fill(text),
    choose: async (field, label) => {
      await field.selectOption({ label });
    },
    search: async (field, typed, option) => {
      await field.fill(typed);
      await option.click();
    },
    pick: (button, file) => pickBy(page, () => press(button), file),
  };
}

/** As most do, but for buttons: wherever the window was just now, Enter goes to the one that is meant. */
export function entering(page: Page): Hands {
  const press = (button: Locator) => button.press("Enter");
  return { ...pointing(page), press, pick: (button, file) => pickBy(page, () => press(button), file) };
}

/** With Tab, letters and Enter: whatever cannot be reached so, fails. */
export function typing(page: Page): Hands {
  const mostStops = 120;
  async function reach(target: Locator) {
    await expect(target).toBeVisible();
    for (let stops = 0; stops < mostStops; stops++) {
      if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return;
      await page.keyboard.press("Tab");
    }
    throw new Error(`The keyboard does not reach ${target}.`);
  }
  const press = async (button: Locator) => {
    await expect(button).toBeEnabled();
    await reach(button);
    const isVisible = await button.evaluate((element) => getComputedStyle(element).outlineStyle !== "none");
    expect(isVisible, `one sees that ${button} has the focus`).toBe(true);
    await page.keyboard.press("Enter");
  };
  return {
    press,
    async fill(field, text) {
      await reach(field);
      await page.keyboard.press("ControlOrMeta+A");
      // A date is typed part by part, in the order in which the browser shows it.
      const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
      if (year && (await field.getAttribute("type")) === "date") await page.keyboard.type(`${month}${day}${year}`);
      else await page.keyboard.type(text);
      await expect(field).toHaveValue(text);
    },
    async choose(field, label) {
      await reach(field);
      await page.keyboard.type(label);
      await expect(field.locator("option:checked")).toHaveText(label);
    },
    async search(field, typed, option) {
      await reach(field);
      await page.keyboard.type(typed);
      await expect(option).toHaveAttribute("aria-selected", "true");
      await page.keyboard.press("Enter");
    },
    pick: (button, file) => pickBy(page, () => press(button), file),
  };
}

async function pickBy(
  page: Page,
  open: () => Promise<void>,
  file: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), open()]);
  await chooser.setFiles(file);
}
