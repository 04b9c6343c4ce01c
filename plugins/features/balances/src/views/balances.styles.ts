export const balancesStyles = `
.p-worth{display:grid;grid-template-columns:minmax(0,1fr);justify-items:center;align-content:center;gap:4px;min-height:65px}
.p-worth-total{font-size:calc(var(--portico-font-amount)*clamp(.5,13/var(--figures),1));font-weight:600;line-height:1.15;overflow-wrap:anywhere}
.p-worth-old .p-worth-total,.p-worth-old .p-amount{color:var(--portico-text-muted)}
.p-worth-note{max-width:100%;overflow-wrap:anywhere;display:flex;flex-wrap:wrap;align-items:center;justify-content:center;column-gap:4px;color:var(--portico-text-muted);font-size:var(--portico-font-small);text-align:center}
.p-tokens{display:grid;grid-template-columns:minmax(0,1fr);gap:4px}
.p-tokens .p-list{gap:2px}
.p-tokens .p-row{padding-inline:4px}
.p-tokens .p-row-value>bdi{font-size:calc(1em*clamp(.7,13/var(--figures),1))}
.p-token-lone{overflow-wrap:anywhere;display:grid;gap:4px;padding-block:20px;text-align:center}
`
