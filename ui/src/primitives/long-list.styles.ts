export const longListStyles = `
.p-long{height:var(--seen);max-height:max(var(--row-high),calc(85dvh - var(--beside)));margin-inline:-8px;padding-inline:8px;overflow:hidden auto;overscroll-behavior:contain;overflow-anchor:none;scrollbar-width:thin;contain:strict}
.p-long>ul{position:relative;height:calc(var(--rows)*var(--row-high));padding:0;list-style:none}
.p-long>ul>li{position:absolute;top:calc(var(--row)*var(--row-high));inset-inline-start:calc(var(--column)*var(--column-wide));width:var(--column-wide);height:var(--row-high);padding:2px}
`
