// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTest>

#include <cstdio>
#include <string>
#include <string_view>

// Several tests in one program: included before their files, of which the first argument chooses one, as in
//   tests_ui_1 tests/ui/window/tst_window.cpp [arguments of Qt Test]

namespace nestloom::testing {

/// One test of the program. They form a list in the order of the files.
struct TestPart {
    TestPart(const char* file, int (*run)(int, char**)) : m_file(file), m_run(run), m_next(first()) { first() = this; }

    /// Does what the main() of the chosen test would do, under the name that its own program would have.
    static int runChosen(int argc, char** argv)
    {
        for (const TestPart* part = first(); part != nullptr && argc > 1; part = part->m_next)
            if (part->m_file.ends_with(argv[1]))
                return part->m_run(argc - 1, argv + 1);
        std::fprintf(stderr, "The first argument must be the file of a test, and one of these:\n");
        for (const TestPart* part = first(); part != nullptr; part = part->m_next)
            std::fprintf(stderr, "  %s\n", part->m_file.data());
        return 2;
    }

private:
    static TestPart*& first()
    {
        static TestPart* part = nullptr;
        return part;
    }

    std::string_view m_file;
    int (*m_run)(int, char**);
    TestPart* m_next;
};

} // namespace nestloom::testing

#define NESTLOOM_JOINED_(a, b) a##b
#define NESTLOOM_JOINED(a, b) NESTLOOM_JOINED_(a, b)

// What QTEST_MAIN and its like put around the test: a part of the program instead of the main() of one.
#undef QTEST_MAIN_WRAPPER
#define QTEST_MAIN_WRAPPER(Test, ...)                                                                                  \
    static const nestloom::testing::TestPart NESTLOOM_JOINED(testPart,                                                 \
                                                             __COUNTER__)(__FILE__, [](int argc, char** argv) -> int { \
        QTest::Internal::callInitMain<Test>();                                                                         \
        __VA_ARGS__                                                                                                    \
        Test test;                                                                                                     \
        QTEST_SET_MAIN_SOURCE_PATH                                                                                     \
        return QTest::qExec(&test, argc, argv);                                                                        \
    });

int main(int argc, char** argv) { return nestloom::testing::TestPart::runChosen(argc, argv); }
