export const tokenAmountStyles = `
.p-amount{display:block;font-size:var(--portico-font-amount);font-weight:600;line-height:1.15;overflow-wrap:anywhere}
.p-amount>.p-symbol{color:var(--portico-text-muted)}
`
