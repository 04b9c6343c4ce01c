export const termsStyles = `
.p-terms{display:grid;gap:4px;padding:4px 14px 12px;border-radius:var(--portico-radius-row);background:var(--portico-surface-raised)}
.p-terms label{position:relative;display:flex;align-items:center;gap:12px;min-height:48px;padding-block:8px;cursor:pointer}
.p-terms input{position:absolute;inset:0;opacity:0;cursor:pointer}
.p-terms-box{display:grid;flex:none;place-items:center;width:24px;height:24px;border-radius:8px;box-shadow:inset 0 0 0 2px var(--portico-text-faint);color:transparent;transition:background var(--portico-speed)}
.p-terms input:checked+.p-terms-box{background:var(--portico-accent);box-shadow:none;color:var(--portico-on-accent)}
.p-terms input:focus-visible+.p-terms-box{outline:2px solid var(--portico-accent-text);outline-offset:2px}
.p-terms input[aria-invalid]+.p-terms-box{box-shadow:inset 0 0 0 2px var(--portico-bad)}
.p-terms .p-icon{stroke-width:3}
.p-terms p{padding-inline-start:36px}
.p-terms-first{color:var(--portico-bad);font-size:var(--portico-font-small)}
.p-terms-first:not([data-refused]){color:var(--portico-text-muted)}
.p-terms-first[data-done]{visibility:hidden}
.p-legal-links{display:flex;flex-wrap:wrap;gap:4px 16px;font-size:var(--portico-font-small)}
.p-legal-links a{min-height:24px}
.p-notice-legal{display:grid;justify-items:center;gap:4px;text-align:center}
.p-notice-legal .p-legal-links{justify-content:center}
.p-ways{transition:opacity var(--portico-speed)}
.p-ways[aria-disabled=true]{opacity:.5}
@media (forced-colors:active){.p-terms-box{border:1px solid;forced-color-adjust:none;background:Canvas;color:Canvas}
.p-terms input:checked+.p-terms-box{background:Highlight;color:HighlightText}}
`
