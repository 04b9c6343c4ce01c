// What is below the tabs would move all that is above: a dialog stands on its middle, a sheet on its lower edge. With tabs it has one height, in which a cut row says that
// there is more, and one width, whether a bar to scroll stands in its margin or not. A sheet with several is as high as it can be.
export const accountStyles = `
.p-root .p-account-face{position:relative;border-radius:50%}
.p-account-face>.p-account-turn{position:absolute;inset-block-end:-2px;inset-inline-end:-2px;display:grid;place-items:center;width:24px;height:24px;border-radius:50%;background:var(--portico-surface-hover);color:var(--portico-text);box-shadow:0 0 0 3px var(--portico-surface)}
.p-account-head{display:grid;grid-template-columns:minmax(0,1fr);justify-items:center;gap:8px;padding-block-start:4px}
.p-account-name{max-width:100%;font-weight:600}
.p-account-line{display:flex;align-items:center;justify-content:center;gap:2px;max-width:100%;margin-block:-6px;padding-inline-start:4px}
.p-account-line.p-quiet{color:var(--portico-text-muted);font-size:var(--portico-font-small)}
.p-root .p-account-short{position:relative;padding:2px 4px;border-radius:8px;font-weight:inherit}
.p-account-line:not(.p-quiet) .p-account-short{font-weight:600}
.p-account-short::after{content:"";position:absolute;inset:-10px 0}
.p-account-whole{max-width:100%;padding:8px 12px;border-radius:var(--portico-radius-row);background:var(--portico-surface-raised);font-size:var(--portico-font-small)}
.p-account-file{max-height:240px;padding:12px;overflow:auto;border-radius:var(--portico-radius-row);background:var(--portico-surface-raised)}
.p-account-file>pre{margin:0;font:12px/1.5 ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere}
.p-account-kinds{width:100%}
.p-account-balance{display:grid;justify-items:center;align-content:center;gap:4px;min-height:calc(var(--portico-font-amount)*1.15 + 12px);padding-block:4px 8px;text-align:center}
.p-account-old .p-amount{color:var(--portico-text-muted)}
.p-account-note{display:flex;flex-wrap:wrap;align-items:center;justify-content:center;column-gap:4px;min-height:36px;color:var(--portico-text-muted);font-size:var(--portico-font-small)}
.p-account-actions{display:grid;grid-template-columns:repeat(auto-fit,minmax(72px,1fr));gap:8px;padding-block-end:8px}
.p-root .p-account-action{display:grid;gap:6px;font-size:calc(var(--portico-font-size)*.8125);font-weight:500;text-align:center;overflow-wrap:anywhere}
.p-account-action>span:first-child{display:grid;place-items:center;height:48px;border-radius:var(--portico-radius-row);background:var(--portico-accent-soft);color:var(--portico-accent-text);transition:background var(--portico-speed)}
.p-dialog .p-outlet:has(.p-account-head~[role=tabpanel]){height:560px}
@media (min-width:481px){.p-dialog .p-view:has(>.p-account-head){width:min(var(--portico-width),100vw - 32px)}}
@media (max-width:480px){.p-dialog .p-outlet:has(.p-account-head~[role=tablist]>:nth-child(2)){height:100dvh}}
@media (hover:hover){.p-account-action:hover>span:first-child{background:var(--portico-surface-hover)}.p-account-face:hover>.p-account-turn{background:var(--portico-surface-raised)}}
@media (forced-colors:active){.p-account-action>span:first-child,.p-account-face>.p-account-turn,.p-account-whole{border:1px solid}}
`
