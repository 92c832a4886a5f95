import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ATTACKS, HOSTILE } from "../page/hostile-conversation.ts";
import { answer, call, prompt, result, SAMPLE, text, usage } from "../page/sample-conversation.ts";
import { faintTexts } from "./contrast.ts";
import { openFolds, openPage, startChromium } from "./open-page.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await startChromium();
});
afterAll(() => browser.close());

describe("a page full of attacks", () => {
  const input = {
    id: ATTACKS.join(""),
    title: ATTACKS.join(""),
    cwd: ATTACKS.join(""),
    letscode: ATTACKS.join(""),
  };

  test("runs nothing, loads nothing and says nothing, also with every fold open and every place hovered", async () => {
    const { page, trouble } = await openPage(browser, HOSTILE, { input });
    await openFolds(page);
    await page.evaluate(() => {
      for (const element of document.querySelectorAll("*"))
        for (const type of ["mouseover", "focus", "click", "load", "error"])
          if (!element.closest("a")) element.dispatchEvent(new Event(type));
    });
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
    expect(await page.evaluate(() => (window as { pwned?: unknown }).pwned)).toBe(undefined);
    expect(trouble).toEqual([]);
  });

  test("has only the elements, attributes and targets that the page itself is made of", async () => {
    const { page } = await openPage(browser, HOSTILE, { input });
    const found = await page.evaluate(() => {
      const all = [...document.body.querySelectorAll("*")];
      const attributes = all.flatMap((element) => element.getAttributeNames());
      const targets = [...document.querySelectorAll("a")].map((a) => a.getAttribute("href") ?? "(none)");
      return {
        elements: [...new Set(all.map((element) => element.localName))].sort(),
        attributes: [...new Set(attributes)].sort(),
        schemes: [...new Set(targets.map((target) => /^(#|[a-z]+:|)/.exec(target)?.[0]))].sort(),
        loose: [...document.querySelectorAll("a[href^=http]")].filter(
          (a) => a.getAttribute("rel") !== "noopener noreferrer",
        ).length,
        images: document.images.length,
        scripts: document.scripts.length,
        sheets: document.styleSheets.length,
      };
    });
    expect(found).toEqual({
      elements:
        "a article br code dd details div dl dt figcaption figure footer h1 h2 h3 h4 header li line main nav ol p pre rect section small span strong summary svg table tbody td text tfoot th thead time title tr ul".split(
          " ",
        ),
      attributes:
        "aria-label class datetime height href id rel role scope start tabindex title width x x1 x2 y y1 y2".split(
          " ",
        ),
      schemes: ["#", "https:"],
      loose: 0,
      images: 0,
      scripts: 0,
      sheets: 1,
    });
  });

  test("shows what would turn text around or hide it", async () => {
    const { page } = await openPage(browser, [prompt("u", 0, "safe\u202egpj.exe \u200b \u0000 \ud800")]);
    expect(await page.textContent("article .prose")).toBe("safe\\u202egpj.exe \\u200b \\u0000 \ufffd");
  });
});

describe("a page", () => {
  test("opens its folds by click, and by key", async () => {
    const { page } = await openPage(browser, SAMPLE);
    const folds = page.locator("article details");
    const isOpen = (index: number) => folds.nth(index).evaluate((fold) => (fold as HTMLDetailsElement).open);
    expect([await isOpen(0), await isOpen(1)]).toEqual([false, false]);
    await folds.nth(0).locator("summary").click();
    await folds.nth(1).locator("> summary").focus();
    await page.keyboard.press("Enter");
    expect([await isOpen(0), await isOpen(1)]).toEqual([true, true]);
    expect(await page.locator("#m2c1 pre", { hasText: "RUN  v4.1.12 /home/ada/calendar" }).isVisible()).toBe(
      true,
    );
  });

  test("is walked through with the tab key: links and folds, and not the bars of the charts", async () => {
    const { page } = await openPage(browser, SAMPLE);
    const stops: string[] = [];
    for (let presses = 0; presses < 6; presses++) {
      await page.keyboard.press("Tab");
      stops.push(await page.evaluate(() => document.activeElement?.textContent?.trim() ?? ""));
    }
    expect(stops).toEqual([
      "Time line as a table",
      "Tokens and cost as a table",
      "3 prompts",
      "You",
      "claude-sonnet-4-5",
      "Thinking 90 characters",
    ]);
  });

  test("is light or dark as the reader likes it, and can be read in both", async () => {
    const ground = (page: Page) =>
      page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const [light, dark] = await Promise.all(
      (["light", "dark"] as const).map(async (colorScheme) => {
        const { page } = await openPage(browser, [...SAMPLE, ...HOSTILE.slice(0, 8)], { colorScheme });
        await openFolds(page);
        return { ground: await ground(page), faint: await faintTexts(page, 4.5) };
      }),
    );
    expect(light).toEqual({ ground: "rgb(250, 250, 248)", faint: [] });
    expect(dark).toEqual({ ground: "rgb(21, 24, 27)", faint: [] });
  });

  test.each([
    ["of every day", SAMPLE],
    ["full of attacks", HOSTILE],
  ])("%s fits a phone: only boxes scroll sideways", async (_what, messages) => {
    const { page } = await openPage(browser, messages, { viewport: { width: 360, height: 740 } });
    await openFolds(page);
    const wide = await page.evaluate(() =>
      [...document.body.querySelectorAll("*")]
        .filter((element) => element.closest(".code, .wide, svg, summary") === null)
        .filter((element) => element.getBoundingClientRect().right > innerWidth + 0.5)
        .map((element) => `${element.localName}.${element.className}`),
    );
    expect(wide).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });

  test("has a bar for each model call, and tables whose sums are those of the data", async () => {
    const { page } = await openPage(browser, SAMPLE);
    await openFolds(page);
    const shown = await page.evaluate(() => {
      const cells = (row: Element) =>
        [...row.querySelectorAll("td.right")].map((cell) => cell.textContent ?? "");
      const tables = [...document.querySelectorAll(".figure table")];
      return {
        bars: document.querySelectorAll(".bar").length,
        compactions: document.querySelectorAll(".bar .shrunk").length,
        models: document.querySelectorAll(".span:is(.model, .open, .broken)").length,
        rows: [...(tables[1]?.querySelectorAll("tbody tr") ?? [])].map(cells),
        sums: [...(tables[1]?.querySelectorAll("tfoot tr") ?? [])].map(cells),
      };
    });
    const columns = (rows: string[][], column: number) =>
      rows.reduce((sum, row) => sum + Number(row[column]?.replace(/[,$]/g, "").replace("–", "0")), 0);
    expect({ bars: shown.bars, compactions: shown.compactions, rows: shown.rows.length }).toEqual({
      bars: 8,
      compactions: 1,
      rows: 8,
    });
    expect(shown.sums).toEqual([["17,892", "2,100", "22,782", "2,226", "0", "$0.0755"]]);
    expect([0, 1, 2, 3, 4].map((column) => columns(shown.rows, column))).toEqual([
      17892, 2100, 22782, 2226, 0,
    ]);
    expect(columns(shown.rows, 5)).toBeCloseTo(0.0755, 6);
  });

  test("draws bars as high as their tokens, and spans as wide as their time", async () => {
    const { page } = await openPage(browser, [
      prompt("u", 0, "x"),
      answer("a1", 0, [call("c", "bash", {})], { usage: usage({ input_tokens: 100, output_tokens: 100 }) }),
      result("r", 30, ["c", "bash"], "", { exit_code: 0, duration_ms: 20_000 }),
      answer("a2", 30, [text("x")], { usage: usage({ input_tokens: 100, cache_read_tokens: 300 }) }),
    ]);
    const sizes = await page.evaluate(() => {
      const size = (selector: string, side: "width" | "height") =>
        [...document.querySelectorAll(selector)].map((shape) => shape.getBoundingClientRect()[side]);
      return {
        input: size(".bar .input", "height"),
        cached: size(".bar .cached", "height"),
        output: size(".bar .output", "height"),
        model: size(".span.model", "width")[0],
        tool: size(".span.tool-time", "width")[0],
      };
    });
    const [unit = 0] = sizes.input;
    // A hundred of the five hundred tokens to which the picture reaches.
    expect(unit).toBeCloseTo(120 / 5, 1);
    expect(
      [sizes.cached, sizes.input, sizes.output].flat().map((height) => Math.round(height / unit)),
    ).toEqual([0, 3, 1, 1, 1, 0]);
    expect((sizes.tool ?? 0) / (sizes.model ?? 1)).toBeCloseTo(2, 1);
  });

  test("of two thousand messages is whole", async () => {
    const messages = Array.from({ length: 100 }, (_, round) =>
      SAMPLE.map((message) => ({ ...message, id: `${message.id}-${round}` })),
    ).flat();
    const { page, trouble } = await openPage(browser, messages);
    expect(messages.length).toBe(1900);
    expect(
      await page.evaluate(() => [
        document.querySelectorAll("article").length,
        document.querySelectorAll("article details.call").length,
        document.querySelectorAll(".bar").length,
      ]),
    ).toEqual([1200, 800, 800]);
    await page.locator("nav summary").click();
    await page.locator("nav a").last().click();
    const top = await page.locator("#m1898").evaluate((last) => last.getBoundingClientRect().top);
    expect(top).toBeGreaterThanOrEqual(0);
    expect(top).toBeLessThan(900);
    expect(trouble).toEqual([]);
  });

  test("is printed whole: boxes do not scroll on paper", async () => {
    const long = [answer("a", 0, [text(`\`\`\`\n${"a line\n".repeat(200)}\`\`\``)])];
    const { page } = await openPage(browser, long, { colorScheme: "dark" });
    await page.emulateMedia({ media: "print" });
    await openFolds(page);
    const cut = await page.evaluate(
      () =>
        [...document.querySelectorAll("pre")].filter((box) => box.scrollHeight > box.clientHeight + 1).length,
    );
    expect(cut).toBe(0);
    expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe("rgb(34, 38, 43)");
  });
});
