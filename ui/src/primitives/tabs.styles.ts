export const tabsStyles = `
.p-choices{position:relative;display:grid;grid-auto-flow:column;grid-auto-columns:minmax(0,1fr);min-width:0;padding:4px;border:0;border-radius:var(--portico-radius-row);background:var(--portico-surface-raised);font-size:var(--portico-font-small);font-weight:500;color:var(--portico-text-muted)}
.p-choice{position:relative;display:grid;place-items:center;min-height:36px;padding:4px;border-radius:var(--portico-radius-chip);text-align:center;cursor:pointer;overflow-wrap:anywhere;transition:background var(--portico-speed)}
.p-choice::after{content:"";position:absolute;inset:-4px 0}
.p-choice[aria-selected=true],.p-choice:has(:checked){background:var(--portico-surface-hover);color:var(--portico-text)}
.p-choice:has(:focus-visible){outline:2px solid var(--portico-accent-text);outline-offset:2px}
/* One alone is nothing to choose: it heads what is below it. */
.p-choices:has(>.p-choice:only-child){padding:0;background:none}
.p-choice.p-choice:only-child{justify-content:start;padding-inline:4px;background:none;font-weight:600;cursor:default}
@media (forced-colors:active){.p-choice[aria-selected=true],.p-choice:has(:checked){outline:1px solid}}
`
