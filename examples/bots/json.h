/* Reads JSON for a bot in C: one line at a time, into values that are linked.
 *
 * It is as small as a bot needs. A line that is no JSON ends the program with a sentence; a field
 * that is not there is a value of no kind.
 */

#ifndef JSON_H
#define JSON_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Noreturn void fail(const char *sentence) {
    fprintf(stderr, "%s\n", sentence);
    exit(1);
}

static void *need(void *memory) {
    if (memory == NULL) fail("no memory is left");
    return memory;
}

/* A value, with its name if it stands in an object, and the value after it. */

typedef struct Json {
    enum { NOTHING, TRUTH, NUMBER, TEXT, LIST, OBJECT } kind;
    double number; /* of a truth 0 or 1 */
    char *text;
    char *key;
    struct Json *first, *next;
} Json;

enum { DEEPEST = 100 };

static void drop(Json *json) {
    while (json != NULL) {
        Json *next = json->next;
        drop(json->first);
        free(json->text);
        free(json->key);
        free(json);
        json = next;
    }
}

static void skip(const char **at) { *at += strspn(*at, " \t\r\n"); }

static bool eat(const char **at, const char *word) {
    size_t length = strlen(word);
    if (strncmp(*at, word, length) != 0) return false;
    *at += length;
    return true;
}

static unsigned read_hex(const char **at) {
    unsigned code = 0;
    for (int i = 0; i < 4; i++, (*at)++) {
        const char *digits = "0123456789abcdefABCDEF", *found = strchr(digits, **at);
        if (**at == '\0' || found == NULL) fail("a line has a bad \\u in it");
        code = 16 * code + (unsigned)(found - digits > 15 ? found - digits - 6 : found - digits);
    }
    return code;
}

/* A character outside the first 65536 is written as two. */
static unsigned read_code(const char **at) {
    unsigned high = read_hex(at);
    if (high < 0xd800 || high > 0xdbff || !eat(at, "\\u")) return high;
    return 0x10000 + ((high - 0xd800) << 10) + (read_hex(at) & 0x3ff);
}

static char *write_utf8(char *to, unsigned code) {
    int more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static const unsigned lead[] = {0, 0xc0, 0xe0, 0xf0};
    *to++ = (char)(lead[more] | code >> 6 * more);
    while (more-- > 0) *to++ = (char)(0x80 | (code >> 6 * more & 0x3f));
    return to;
}

static size_t size_of_text(const char *from) {
    size_t size = 0;
    while (from[size] != '\0' && from[size] != '"')
        size += from[size] == '\\' && from[size + 1] != '\0' ? 2 : 1;
    return size;
}

static char *read_text(const char **at) {
    /* What an escape means is never longer than the escape. */
    char *text = need(malloc(size_of_text(++*at) + 1)), *to = text;
    while (**at != '"') {
        if (**at == '\0') fail("a line ends within a text");
        if (**at != '\\') {
            *to++ = *(*at)++;
        } else if (eat(at, "\\u")) {
            to = write_utf8(to, read_code(at));
        } else {
            const char *from = "\"\\/bfnrt", *meant = "\"\\/\b\f\n\r\t";
            const char *found = strchr(from, *++*at);
            if (**at == '\0' || found == NULL) fail("a line has a bad \\ in it");
            *to++ = meant[found - from];
            (*at)++;
        }
    }
    (*at)++;
    *to = '\0';
    return text;
}

static Json *read_value(const char **at, int depth);

static void read_items(Json *json, const char **at, const char *end, int depth) {
    Json **last = &json->first;
    (*at)++;
    skip(at);
    if (eat(at, end)) return;
    do {
        char *key = NULL;
        skip(at);
        if (json->kind == OBJECT) {
            if (**at != '"') fail("a line has an object without a name");
            key = read_text(at);
            skip(at);
            if (!eat(at, ":")) fail("a line has a name without a value");
        }
        *last = read_value(at, depth + 1);
        (*last)->key = key;
        last = &(*last)->next;
        skip(at);
    } while (eat(at, ","));
    if (!eat(at, end)) fail("a line ends within a list");
}

static void read_number(Json *json, const char **at) {
    char *end;
    json->kind = NUMBER;
    json->number = strtod(*at, &end);
    if (end == *at || strchr("-0123456789", **at) == NULL) fail("a line is no JSON");
    *at = end;
}

static Json *read_value(const char **at, int depth) {
    if (depth > DEEPEST) fail("a line is nested too deeply");
    Json *json = need(calloc(1, sizeof *json));
    skip(at);
    if (**at == '{' || **at == '[') {
        json->kind = **at == '{' ? OBJECT : LIST;
        read_items(json, at, json->kind == OBJECT ? "}" : "]", depth);
    } else if (**at == '"') {
        json->kind = TEXT;
        json->text = read_text(at);
    } else if (eat(at, "null")) {
        json->kind = NOTHING;
    } else if (eat(at, "true")) {
        json->kind = TRUTH;
        json->number = 1;
    } else if (eat(at, "false")) {
        json->kind = TRUTH;
    } else {
        read_number(json, at);
    }
    return json;
}

static Json *read_json(const char *line) {
    Json *json = read_value(&line, 0);
    skip(&line);
    if (*line != '\0') fail("a line has more than one JSON value");
    return json;
}

/* A field of an object; a value of no kind where it has none, so that fields can be chained. */
static const Json *field(const Json *json, const char *name) {
    static const Json none;
    for (const Json *one = json->first; one != NULL; one = one->next)
        if (one->key != NULL && strcmp(one->key, name) == 0) return one;
    return &none;
}

static int whole(const Json *json) { return (int)json->number; }
static const char *text_of(const Json *json) { return json->text == NULL ? "" : json->text; }
static bool same(const Json *json, const char *text) { return strcmp(text_of(json), text) == 0; }

static int length_of(const Json *list) {
    int length = 0;
    for (const Json *one = list->first; one != NULL; one = one->next) length++;
    return length;
}

static const Json *item(const Json *list, int place) {
    const Json *one = list->first;
    while (one != NULL && place-- > 0) one = one->next;
    return one == NULL ? field(list, "") : one;
}

/* A line of any length; NULL when the input has ended. The caller frees it. */
static char *read_line(void) {
    size_t size = 1 << 16, used = 0;
    char *line = need(malloc(size));
    while (fgets(line + used, (int)(size - used), stdin) != NULL) {
        used += strlen(line + used);
        if (used > 0 && line[used - 1] == '\n') return line;
        if (size - used < 2) line = need(realloc(line, size *= 2));
    }
    if (used > 0) return line;
    free(line);
    return NULL;
}

#endif
