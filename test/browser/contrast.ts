/** How well the text of a page can be read. */
import type { Page } from "playwright-core";

/** A text that is hard to read. */
export interface Faint {
  text: string;
  contrast: number;
}

/** Every text whose contrast with what is behind it is below `least`, as WCAG 2 counts it. */
export function faintTexts(page: Page, least: number): Promise<Faint[]> {
  return page.evaluate((least) => {
    type Colour = [red: number, green: number, blue: number, alpha: number];
    const colourOf = (css: string): Colour => {
      const [red = 0, green = 0, blue = 0, alpha = 1] = (css.match(/[\d.]+/g) ?? []).map(Number);
      return [red, green, blue, alpha];
    };
    const over = (top: Colour, below: Colour): Colour => {
      const mix = (index: 0 | 1 | 2) => top[index] * top[3] + below[index] * (1 - top[3]);
      return [mix(0), mix(1), mix(2), 1];
    };
    const groundOf = (element: Element | null): Colour => {
      if (element === null) return [255, 255, 255, 1];
      const own = colourOf(getComputedStyle(element).backgroundColor);
      return own[3] === 1 ? own : over(own, groundOf(element.parentElement));
    };
    const luminance = ([red, green, blue]: Colour) => {
      const linear = (part: number) =>
        part <= 10.31475 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4;
      return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
    };
    const faint: Faint[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent?.trim() ?? "";
      if (!element || text === "" || element.closest("title") || !element.checkVisibility()) continue;
      const style = getComputedStyle(element);
      const ground = groundOf(element);
      const ink = over(colourOf(element instanceof SVGElement ? style.fill : style.color), ground);
      const [darker = 0, lighter = 0] = [luminance(ink), luminance(ground)].sort((a, b) => a - b);
      const contrast = Math.round(((lighter + 0.05) / (darker + 0.05)) * 100) / 100;
      if (contrast < least) faint.push({ text: text.slice(0, 40), contrast });
    }
    return faint;
  }, least);
}
