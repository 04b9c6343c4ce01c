// The fade says that the view goes on below; where the view ends, the fade lies on nothing.
export const footStyles = `
.p-foot{display:grid;grid-template-columns:minmax(0,1fr);gap:8px}
@media (min-height:600px){.p-foot{position:sticky;bottom:0;margin-bottom:-16px;padding:8px 0 16px;background:var(--portico-surface)}.p-foot::before{content:"";position:absolute;inset:-12px 0 auto;height:12px;background:linear-gradient(transparent,var(--portico-surface));pointer-events:none}}
`
