export const skeletonStyles = `
.p-skeletons{display:grid;gap:8px;width:var(--wide);max-width:100%}
.p-skeleton{height:var(--high);border-radius:min(var(--portico-radius-row),calc(var(--high)/3));background:var(--portico-surface-raised);animation:p-breathe 1.6s ease-in-out infinite}
.p-skeleton.p-round{border-radius:50%}
@keyframes p-breathe{50%{background:var(--portico-surface-hover)}}
@media (prefers-reduced-motion:reduce){.p-skeleton{animation:none}}
`
