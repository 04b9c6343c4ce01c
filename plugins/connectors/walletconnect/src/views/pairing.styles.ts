export const pairingStyles = `
.wc-code{position:relative;display:grid;place-items:center;width:100%;max-width:312px;aspect-ratio:1;margin:0 auto;border-radius:var(--portico-radius-row);background:#fff;overflow:hidden}
.wc-code>[role=img]{width:100%;height:100%;fill:none;stroke:#000;stroke-linecap:round;forced-color-adjust:none}
.wc-code>.wc-middle{position:absolute;display:grid;padding:6px;border-radius:18px;background:#fff}
.wc-code .wc-pupil{fill:#000;stroke:none}
.wc-code>.p-icon{width:48px;height:48px;stroke-width:1.5}
.wc-code-waiting,.wc-code-failed,.wc-code-done{background:var(--portico-surface-raised)}
.wc-code-waiting{color:var(--portico-text-faint);animation:wc-breathe 1.6s ease-in-out infinite}
.wc-code-failed{color:var(--portico-bad)}
.wc-code-done{color:var(--portico-good)}
@keyframes wc-breathe{50%{background:var(--portico-surface-hover)}}
@media (prefers-reduced-motion:reduce){.wc-code-waiting{animation:none}}
.wc-words{display:grid;justify-items:center}
.wc-words>*{grid-area:1/1}
.wc-words>.wc-renews{grid-area:2/1;padding-top:4px}
.wc-panel{display:grid}
.wc-panel>*{grid-area:1/1;min-width:0}
.wc-handover{display:grid;grid-template-rows:1fr;grid-auto-rows:auto;gap:12px}
.wc-calm{display:grid;align-content:center;gap:24px}
.wc-buttons{display:grid;align-content:end;min-height:100px}
`
