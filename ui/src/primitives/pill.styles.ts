export const pillStyles = `
.p-pill{position:relative;display:inline-flex;align-items:center;gap:8px;max-width:100%;min-height:32px;padding:5px 12px;border-radius:99px;background:var(--portico-surface-raised);font-size:var(--portico-font-small);font-weight:500}
.p-pill:has(>.p-picture){padding-inline-start:6px}
button.p-pill::after{content:"";position:absolute;inset:-6px}
@media (hover:hover){button.p-pill:hover{background:var(--portico-surface-hover)}}
`
