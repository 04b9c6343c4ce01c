export const waitingStyles = `
.p-waiting{position:relative;display:grid;place-items:center;width:120px;height:120px;margin:12px auto 8px}
.p-waiting>svg{position:absolute;inset:0;fill:none;stroke:var(--portico-accent-text);stroke-width:2.5;stroke-linecap:round;stroke-dasharray:28 72;animation:p-run 1.4s linear infinite}
.p-waiting-failed>svg{stroke:var(--portico-bad);stroke-dasharray:40 10;stroke-dashoffset:-5;animation:p-jolt .4s var(--portico-ease)}
.p-waiting-done>svg{stroke:var(--portico-good);stroke-dasharray:none;animation:none}
@keyframes p-run{to{stroke-dashoffset:-100}}
@keyframes p-jolt{25%{translate:-3px}60%{translate:2px}}
@media (prefers-reduced-motion:reduce){.p-waiting>svg{animation:none!important}}
`
