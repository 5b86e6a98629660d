// On Linux libcurl is loaded with the first request, and not with the program: it takes 30 other
// libraries and 7 ms, none of which `--version` or a list of favorites needs. See decision 0050. Each
// function that the program calls is defined here and forwards its call.

#include "CCurl.h"

#if !defined(__linux__)

const char *ccurl_load(void) { return 0; }

#else

#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>

// They are macros that check types, which the header has already checked.
#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt

// Hidden from libcurl, whose own calls of these names would otherwise come back here.
#define HIDDEN __attribute__((visibility("hidden")))

#define EACH_FUNCTION(DO)                                                      \
  DO(curl_easy_cleanup)                                                        \
  DO(curl_easy_getinfo)                                                        \
  DO(curl_easy_init)                                                           \
  DO(curl_easy_setopt)                                                         \
  DO(curl_easy_strerror)                                                       \
  DO(curl_global_init)                                                         \
  DO(curl_multi_add_handle)                                                    \
  DO(curl_multi_cleanup)                                                       \
  DO(curl_multi_info_read)                                                     \
  DO(curl_multi_init)                                                          \
  DO(curl_multi_perform)                                                       \
  DO(curl_multi_poll)                                                          \
  DO(curl_multi_remove_handle)                                                 \
  DO(curl_multi_setopt)                                                        \
  DO(curl_multi_strerror)                                                      \
  DO(curl_multi_wakeup)                                                        \
  DO(curl_slist_append)                                                        \
  DO(curl_slist_free_all)                                                      \
  DO(curl_version)

static struct {
#define POINTER(name) __typeof__(name) *name;
  EACH_FUNCTION(POINTER)
#undef POINTER
} loaded;

// From dlerror(3), which may reuse its text.
static char problem[256];

static void fail(void) {
  const char *text = dlerror();
  if (!text) text = "libcurl cannot be loaded";
  size_t index = 0;
  for (; index + 1 < sizeof problem && text[index]; index++) problem[index] = text[index];
  problem[index] = 0;
}

static void load(void) {
  // Named for its interface, which has not changed since 2006. The second one is Debian's build with GnuTLS,
  // which a system may have instead, since git needs it.
  void *library = dlopen("libcurl.so.4", RTLD_LAZY | RTLD_LOCAL);
  if (!library) {
    fail();
    library = dlopen("libcurl-gnutls.so.4", RTLD_LAZY | RTLD_LOCAL);
    if (!library) return;
    problem[0] = 0;
  }
#define LOOK_UP(name)                                                          \
  loaded.name = (__typeof__(name) *)dlsym(library, #name);                     \
  if (!loaded.name) return fail();
  EACH_FUNCTION(LOOK_UP)
#undef LOOK_UP
}

const char *ccurl_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return problem[0] ? problem : 0;
}

// The variadic ones take one argument, which is as wide as a pointer wherever Linux is 64-bit.

_Static_assert(sizeof(void *) == sizeof(long) && sizeof(void *) == sizeof(curl_off_t),
               "libcurl's variadic arguments differ in size");

#define FORWARD_VARIADIC(result, name, handle, option)                         \
  HIDDEN result name(handle first, option second, ...) {                       \
    va_list arguments;                                                         \
    va_start(arguments, second);                                               \
    void *third = va_arg(arguments, void *);                                   \
    va_end(arguments);                                                         \
    return loaded.name(first, second, third);                                  \
  }

FORWARD_VARIADIC(CURLcode, curl_easy_setopt, CURL *, CURLoption)
FORWARD_VARIADIC(CURLcode, curl_easy_getinfo, CURL *, CURLINFO)
FORWARD_VARIADIC(CURLMcode, curl_multi_setopt, CURLM *, CURLMoption)

HIDDEN CURL *curl_easy_init(void) { return loaded.curl_easy_init(); }
HIDDEN void curl_easy_cleanup(CURL *easy) { loaded.curl_easy_cleanup(easy); }
HIDDEN const char *curl_easy_strerror(CURLcode code) { return loaded.curl_easy_strerror(code); }
HIDDEN CURLcode curl_global_init(long flags) { return loaded.curl_global_init(flags); }
HIDDEN char *curl_version(void) { return loaded.curl_version(); }

HIDDEN CURLM *curl_multi_init(void) { return loaded.curl_multi_init(); }
HIDDEN CURLMcode curl_multi_cleanup(CURLM *multi) { return loaded.curl_multi_cleanup(multi); }
HIDDEN CURLMcode curl_multi_wakeup(CURLM *multi) { return loaded.curl_multi_wakeup(multi); }
HIDDEN const char *curl_multi_strerror(CURLMcode code) { return loaded.curl_multi_strerror(code); }

HIDDEN CURLMcode curl_multi_add_handle(CURLM *multi, CURL *easy) {
  return loaded.curl_multi_add_handle(multi, easy);
}

HIDDEN CURLMcode curl_multi_remove_handle(CURLM *multi, CURL *easy) {
  return loaded.curl_multi_remove_handle(multi, easy);
}

HIDDEN CURLMcode curl_multi_perform(CURLM *multi, int *running) {
  return loaded.curl_multi_perform(multi, running);
}

HIDDEN CURLMsg *curl_multi_info_read(CURLM *multi, int *left) {
  return loaded.curl_multi_info_read(multi, left);
}

HIDDEN CURLMcode curl_multi_poll(CURLM *multi, struct curl_waitfd extra[], unsigned int count,
                                 int timeout, int *ready) {
  return loaded.curl_multi_poll(multi, extra, count, timeout, ready);
}

HIDDEN struct curl_slist *curl_slist_append(struct curl_slist *list, const char *text) {
  return loaded.curl_slist_append(list, text);
}

HIDDEN void curl_slist_free_all(struct curl_slist *list) { loaded.curl_slist_free_all(list); }

#endif
