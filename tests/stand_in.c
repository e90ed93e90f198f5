/* A program that stands where cutcard would: it hands its words, folder, environment and open
   streams to the warm process whose socket lies beside it, and ends as the fork for it has ended.
   `warm_starts.py` says the same in Python, for where nothing compiles this; it takes longer to
   start Python than to do all that. */

#define _GNU_SOURCE
#include <limits.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <arpa/inet.h>
#include <fcntl.h>

extern char **environ;

static volatile pid_t process;

/* A signal that cannot be heard goes by another's name. */
static void hand_on(int number) { kill(process, number == SIGUSR2 ? SIGKILL : number); }

static void fail(const char *what) {
    perror(what);
    _exit(1);
}

/* What is said: texts with a zero byte behind each. */
static char *said;
static size_t length, room;

static void say(const char *text) {
    size_t more = strlen(text) + 1;
    if (length + more > room) {
        room = 2 * (length + more);
        said = realloc(said, room);
        if (!said)
            fail("realloc");
    }
    memcpy(said + length, text, more);
    length += more;
}

static int32_t heard(int server) {
    uint32_t number;
    if (recv(server, &number, sizeof number, MSG_WAITALL) != sizeof number)
        _exit(1);
    return (int32_t)ntohl(number);
}

int main(int argc, char **argv) {
    static const int numbers[] = {SIGHUP, SIGINT, SIGTERM, SIGUSR1, SIGUSR2};
    sigset_t handed_on;
    sigemptyset(&handed_on);
    for (size_t at = 0; at < sizeof numbers / sizeof *numbers; at++)
        sigaddset(&handed_on, numbers[at]);
    sigprocmask(SIG_BLOCK, &handed_on, NULL); /* until there is somebody to hand them to */

    char folder[PATH_MAX], digits[16];
    struct sockaddr_un place = {.sun_family = AF_UNIX};
    ssize_t end = readlink("/proc/self/exe", place.sun_path, sizeof place.sun_path - 8);
    if (end < 0 || !getcwd(folder, sizeof folder))
        fail("stand-in");
    place.sun_path[end] = 0;
    strcpy(strrchr(place.sun_path, '/'), "/socket");

    int streams[3], open = 0;
    digits[0] = 0;
    for (int stream = 0; stream < 3; stream++)
        if (fcntl(stream, F_GETFD) >= 0) {
            streams[open++] = stream;
            sprintf(digits + strlen(digits), "%d", stream);
        }
    int server = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (server >= 0 && server < 3)  /* a closed stream's place is not for it */
        server = fcntl(server, F_DUPFD_CLOEXEC, 3);
    if (server < 0 || connect(server, (struct sockaddr *)&place, sizeof place) < 0)
        fail(place.sun_path);
    say(folder);
    say(digits);
    sprintf(digits, "%d", argc);
    say(digits);
    /* As a script is told: the path that was run, not the word that was typed. */
    say((const char *)getauxval(AT_EXECFN));
    for (int at = 1; at < argc; at++)
        say(argv[at]);
    for (char **entry = environ; *entry; entry++)
        say(*entry);

    uint32_t head = htonl((uint32_t)length);
    struct iovec part = {.iov_base = &head, .iov_len = sizeof head};
    union {
        char bytes[CMSG_SPACE(sizeof streams)];
        struct cmsghdr aligned;
    } handed = {{0}};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (open) {
        message.msg_control = handed.bytes;
        message.msg_controllen = CMSG_SPACE(open * sizeof(int));
        struct cmsghdr *rights = CMSG_FIRSTHDR(&message);
        rights->cmsg_level = SOL_SOCKET;
        rights->cmsg_type = SCM_RIGHTS;
        rights->cmsg_len = CMSG_LEN(open * sizeof(int));
        memcpy(CMSG_DATA(rights), streams, open * sizeof(int));
    }
    if (sendmsg(server, &message, 0) != sizeof head)
        fail("sendmsg");
    for (size_t sent = 0; sent < length;) {
        ssize_t more = send(server, said + sent, length - sent, 0);
        if (more < 0)
            fail("send");
        sent += more;
    }
    process = heard(server);

    struct sigaction before, handing = {.sa_handler = hand_on, .sa_flags = SA_RESTART};
    for (size_t at = 0; at < sizeof numbers / sizeof *numbers; at++) {
        sigaction(numbers[at], NULL, &before);
        if (before.sa_handler != SIG_IGN)
            sigaction(numbers[at], &handing, NULL);
    }
    sigprocmask(SIG_UNBLOCK, &handed_on, NULL);
    int32_t code = heard(server);
    if (code < 0) {
        signal(-code, SIG_DFL);
        kill(getpid(), -code);
    }
    _exit(code);
}
