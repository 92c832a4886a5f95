//#region src/clock.ts
/** The machine's own clock. */
const systemClock = {
	now: () => Date.now(),
	after(ms, run) {
		const timer = setTimeout(run, ms);
		return () => clearTimeout(timer);
	}
};
/** Resolves after `ms`, or at once when `signal` aborts; true means the whole time passed. */
function sleep(clock, ms, signal) {
	return new Promise((resolve) => {
		if (signal.aborted) return resolve(false);
		const stop = () => {
			cancel();
			resolve(false);
		};
		const cancel = clock.after(ms, () => {
			signal.removeEventListener("abort", stop);
			resolve(true);
		});
		signal.addEventListener("abort", stop, { once: true });
	});
}
/** True when the promise was settled within `ms` milliseconds, whatever it came to. */
function within(clock, ms, promise) {
	return new Promise((resolve) => {
		const cancel = clock.after(ms, () => resolve(false));
		const settled = () => {
			cancel();
			resolve(true);
		};
		promise.then(settled, settled);
	});
}
//#endregion
export { systemClock as n, within as r, sleep as t };
