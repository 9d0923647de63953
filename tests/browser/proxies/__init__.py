"""Behind real proxies."""
