export const skeletonStyles = `
.p-skeleton{display:block;width:var(--wide);max-width:100%;height:var(--high);border-radius:min(var(--portico-radius-row),calc(var(--high)/3));background:var(--portico-surface-raised);animation:p-breathe 1.6s ease-in-out infinite}
.p-skeleton.p-round{border-radius:50%}
@keyframes p-breathe{50%{background:var(--portico-surface-hover)}}
@media (prefers-reduced-motion:reduce){.p-skeleton{animation:none}}
`
