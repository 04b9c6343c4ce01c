export const pairingStyles = `
.wc-words{display:grid;justify-items:center}
.wc-words>*{grid-area:1/1}
.wc-words>.wc-renews{grid-area:2/1;padding-top:4px}
.wc-panel{display:grid}
.wc-panel>*{grid-area:1/1;min-width:0}
.wc-handover{display:grid;grid-template-rows:1fr;grid-auto-rows:auto;gap:12px}
.wc-calm{display:grid;align-content:center;gap:24px}
.wc-buttons{display:grid;align-content:end;min-height:100px}
`
