// A figure is not broken in two, which would be two figures: a long one is smaller instead.
export const tokenAmountStyles = `
.p-amount{display:block;font-size:calc(var(--portico-font-amount)*clamp(.5,13/var(--figures),1));font-weight:600;line-height:1.15;overflow-wrap:anywhere}
.p-figure{white-space:nowrap}
.p-amount>.p-symbol{color:var(--portico-text-muted)}
`
