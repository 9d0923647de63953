"""How the page of a study looks, in both themes."""

STYLE = """
:root{--paper:#fbf9f3;--ink:#24211d;--faint:#6b6457;--line:#ddd6c7;--sheet:#fff;--accent:#0a62b0}
@media (prefers-color-scheme:dark){
:root{--paper:#17191c;--ink:#ece8df;--faint:#b3ad9f;--line:#3c4147;--sheet:#1d1f22;--accent:#6fb1f0}
}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);
font:16px/1.55 system-ui,"Helvetica Neue",Arial,sans-serif}
main{max-width:72rem;margin:0 auto;padding:2rem 1.25rem 4rem}
h1{font-size:2.1rem;line-height:1.2;margin:.5rem 0 .25rem}
h2{font-size:1.4rem;margin:2.5rem 0 .75rem;border-top:1px solid var(--line);padding-top:1.5rem}
h3{font-size:1.05rem;margin:1.5rem 0 .5rem}
.lead{font-size:1.1rem;color:var(--faint);max-width:46rem}
p{max-width:46rem}
figure{margin:1.25rem 0;background:var(--sheet);border:1px solid var(--line);border-radius:8px;
padding:.75rem}
.scroll{overflow-x:auto}
figure img{display:block;width:100%;min-width:36rem;height:auto}
figure svg{display:block;min-width:36rem;margin:0 auto}
.narrow{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(22rem,100%),1fr));gap:1rem}
.narrow figure{margin:0;min-width:0}
.narrow img,.narrow svg{min-width:26rem}
li{max-width:46rem;margin:.25rem 0}
figcaption{color:var(--faint);font-size:.9rem;padding:.5rem .25rem 0}
.wide{overflow-x:auto;margin:1rem 0}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:.95rem}
th,td{padding:.3rem .8rem;text-align:right;white-space:nowrap;border-bottom:1px solid var(--line)}
th[scope=row],th:first-child{text-align:left;font-weight:500}
thead th{color:var(--faint);font-weight:600}
code{font-size:.9em}
footer{color:var(--faint);margin-top:3rem;border-top:1px solid var(--line)}
"""
