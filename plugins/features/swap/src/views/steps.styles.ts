export const stepsStyles = `
.swap-steps{display:grid;gap:10px;margin:0;padding:14px;border-radius:var(--portico-radius-row);background:var(--portico-surface-raised);font-size:var(--portico-font-small);list-style:none}
.swap-steps>li{display:grid;grid-template-columns:24px minmax(0,1fr);align-items:center;gap:0 10px;overflow-wrap:anywhere}
.swap-dot{display:grid;place-items:center;width:24px;height:24px;border-radius:99px;background:var(--portico-surface-hover);color:var(--portico-text-muted);font-size:var(--portico-font-tiny);font-weight:600}
.swap-steps>[aria-current] .swap-dot{background:var(--portico-accent-soft);color:var(--portico-accent-text)}
.swap-steps>.swap-done{color:var(--portico-text-muted)}
.swap-done>.swap-dot{background:var(--portico-good-soft);color:var(--portico-good)}
.swap-status{display:grid;justify-items:center;gap:4px;min-height:46px;text-align:center}
`
