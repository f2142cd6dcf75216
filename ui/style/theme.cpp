// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/theme.h"

#include "engine/cost/mesh_model.h"
#include "ui/style/table_style.h"

#include <QApplication>
#include <QCoreApplication>
#include <QFontDatabase>
#include <QStyle>

#include <algorithm>
#include <array>

namespace nestloom::ui {

namespace {

// Okabe and Ito's palette (Color Universal Design, 2008), which readers with any colour vision can tell apart.
Theme makeLightTheme()
{
    Theme t;
    t.dark = false;
    t.window = QColor(0xF3F4F6);
    t.card = QColor(0xFFFFFF);
    t.base = QColor(0xFFFFFF);
    t.alternate = QColor(0xF5F6F8);
    t.border = QColor(0xD5D9DE);
    t.grid = QColor(0xE3E6EA);
    t.text = QColor(0x1B1E22);
    t.mutedText = QColor(0x5A626B);
    t.accent = QColor(0x0067A3);
    t.onAccent = QColor(0xFFFFFF);
    t.accentSoft = QColor(0xDCECF7);
    t.warning = QColor(0xA84600);
    t.better = QColor(0x00704F);
    t.worse = QColor(0xA84600);
    t.tensor = {{{QColor(0x0072B2), QColor(0xE69F00), QColor(0x009E73)}}};
    t.partialSums = QColor(0xCC79A7);
    t.otherTensor = QColor(0x999999);
    t.boundBy = {QColor(0x4C4C4C), QColor(0xD55E00), QColor(0x56B4E9), QColor(0xE69F00)};
    t.level = {QColor(0xF8F2ED), QColor(0xE9E3F5), QColor(0xF3EFFB),
               QColor(0xE3EAF3), QColor(0xF0F4F8), QColor(0xE9EEEA)};
    t.levelMark = {QColor(0xD55E00), QColor(0x54278F), QColor(0x8062B8),
                   QColor(0xA58FD3), QColor(0x5F7896), QColor(0x9DB0C8)};
    return t;
}

Theme makeDarkTheme()
{
    Theme t;
    t.dark = true;
    t.window = QColor(0x1B1E21);
    t.card = QColor(0x23272B);
    t.base = QColor(0x2A2E33);
    t.alternate = QColor(0x282C31);
    t.border = QColor(0x3B4148);
    t.grid = QColor(0x363B41);
    t.text = QColor(0xE7E9EC);
    t.mutedText = QColor(0xA6AEB7);
    t.accent = QColor(0x4BA8E8);
    t.onAccent = QColor(0x0D1114);
    t.accentSoft = QColor(0x1F3B50);
    t.warning = QColor(0xF0913F);
    t.better = QColor(0x35C79C);
    t.worse = QColor(0xF0913F);
    t.tensor = {{{QColor(0x2F8FCE), QColor(0xE69F00), QColor(0x15AD83)}}};
    t.partialSums = QColor(0xCC79A7);
    t.otherTensor = QColor(0x999999);
    t.boundBy = {QColor(0x9AA1A9), QColor(0xDE6A10), QColor(0x56B4E9), QColor(0xE69F00)};
    t.level = {QColor(0x302A26), QColor(0x2C2640), QColor(0x353047),
               QColor(0x232D3B), QColor(0x2C343F), QColor(0x29312D)};
    t.levelMark = {QColor(0xDE6A10), QColor(0x9470D8), QColor(0xAD93E2),
                   QColor(0xCBBBF0), QColor(0x7F9AC0), QColor(0xB9C7DB)};
    return t;
}

QPalette paletteOf(const Theme& t)
{
    QPalette p;
    p.setColor(QPalette::Window, t.window);
    p.setColor(QPalette::WindowText, t.text);
    p.setColor(QPalette::Base, t.base);
    p.setColor(QPalette::AlternateBase, t.alternate);
    p.setColor(QPalette::Text, t.text);
    p.setColor(QPalette::Button, t.dark ? t.base : t.card);
    p.setColor(QPalette::ButtonText, t.text);
    p.setColor(QPalette::BrightText, t.warning);
    p.setColor(QPalette::PlaceholderText, t.mutedText);
    p.setColor(QPalette::Highlight, t.accent);
    p.setColor(QPalette::HighlightedText, t.onAccent);
    p.setColor(QPalette::Link, t.accent);
    p.setColor(QPalette::LinkVisited, t.accent);
    p.setColor(QPalette::ToolTipBase, t.card);
    p.setColor(QPalette::ToolTipText, t.text);
    p.setColor(QPalette::Light, t.dark ? t.border : t.card);
    p.setColor(QPalette::Midlight, t.grid);
    p.setColor(QPalette::Mid, t.border);
    p.setColor(QPalette::Dark, t.dark ? t.window.darker(130) : t.border.darker(115));
    p.setColor(QPalette::Shadow, t.dark ? QColor(0x0C0E10) : QColor(0x9AA1A9));
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        p.setColor(QPalette::Disabled, role, t.mutedText);
    p.setColor(QPalette::Disabled, QPalette::Highlight, t.border);
    p.setColor(QPalette::Disabled, QPalette::HighlightedText, t.text);
    return p;
}

double luminance(const QColor& colour)
{
    const auto linear = [](double c) { return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}

QFont scaledFont(const QFont& body, double factor)
{
    QFont font = body;
    if (body.pointSizeF() > 0)
        font.setPointSizeF(body.pointSizeF() * factor);
    else
        font.setPixelSize(std::max(1, qRound(body.pixelSize() * factor)));
    return font;
}

} // namespace

const Theme& lightTheme()
{
    static const Theme theme = makeLightTheme();
    return theme;
}

const Theme& darkTheme()
{
    static const Theme theme = makeDarkTheme();
    return theme;
}

const Theme& themeFor(const QPalette& palette)
{
    return palette.color(QPalette::Active, QPalette::Window).lightness() < 128 ? darkTheme() : lightTheme();
}

void applyTheme(QApplication& application, ThemeKind kind)
{
    if (qobject_cast<TableStyle*>(application.style()) == nullptr)
        application.setStyle(new TableStyle); // made of the one that follows every palette
    if (const QFont font = bodyFont(); font != QApplication::font())
        application.setFont(font); // measures every widget anew
    if (kind == ThemeKind::System)
        QApplication::setPalette(QPalette()); // forgets ours: palette() is the desktop's again
    const bool dark = kind == ThemeKind::Dark || (kind == ThemeKind::System && themeFor(QApplication::palette()).dark);
    const Theme& theme = dark ? darkTheme() : lightTheme();
    QApplication::setPalette(paletteOf(theme));
}

QFont bodyFont()
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::GeneralFont);
    if (QFontDatabase::families().contains(QStringLiteral("Inter")))
        font.setFamily(QStringLiteral("Inter"));
    font.setPointSizeF(9);
    font.setStyleStrategy(QFont::PreferNoShaping); // Inter would show the x of "4x4" as another letter than is typed
    return font;
}

QFont captionFont(const QFont& body) { return scaledFont(body, 11.0 / 12.0); }

QFont headlineFont(const QFont& body)
{
    QFont font = scaledFont(body, 20.0 / 12.0);
    font.setWeight(QFont::Medium);
    return font;
}

QFont strongFont(const QFont& body)
{
    QFont font = body;
    font.setWeight(QFont::DemiBold);
    return font;
}

QFont codeFont(const QFont& body)
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setStyleHint(QFont::Monospace);
    if (body.pointSizeF() > 0)
        font.setPointSizeF(body.pointSizeF());
    else
        font.setPixelSize(body.pixelSize());
    return font;
}

QColor textOn(const QColor& fill)
{
    const QColor light(Qt::white);
    const QColor dark(0x10, 0x13, 0x16);
    return contrast(fill, light) >= contrast(fill, dark) ? light : dark;
}

double contrast(const QColor& a, const QColor& b)
{
    const double x = luminance(a);
    const double y = luminance(b);
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

BoundBy boundBy(const cost::Bottleneck& bottleneck)
{
    if (bottleneck.kind == cost::Bottleneck::Kind::Compute)
        return BoundBy::Compute;
    if (cost::isOfMesh(bottleneck.text))
        return BoundBy::Network;
    return bottleneck.level == 0 ? BoundBy::Dram : BoundBy::Buffer;
}

QString boundByName(BoundBy bound)
{
    switch (bound) {
    case BoundBy::Compute: return QCoreApplication::translate("Theme", "compute");
    case BoundBy::Dram: return QCoreApplication::translate("Theme", "DRAM");
    case BoundBy::Network: return QCoreApplication::translate("Theme", "network");
    case BoundBy::Buffer: return QCoreApplication::translate("Theme", "a buffer");
    }
    return {};
}

QString tensorLetter(TensorRole role) { return QStringLiteral("WIO").mid(int(role), 1); }

QString tensorName(TensorRole role)
{
    switch (role) {
    case TensorRole::Weights: return QCoreApplication::translate("Theme", "weights");
    case TensorRole::Inputs: return QCoreApplication::translate("Theme", "inputs");
    case TensorRole::Outputs: return QCoreApplication::translate("Theme", "outputs");
    }
    return {};
}

QColor sequentialColour(const Theme& theme, double fraction)
{
    // Every eighth of matplotlib's viridis (Smith and van der Walt, 2015, public domain).
    static constexpr std::array<QRgb, 9> samples{0xff440154, 0xff472d7b, 0xff3b528b, 0xff2c728e, 0xff21918c,
                                                 0xff28ae80, 0xff5ec962, 0xffaddc30, 0xfffde725};
    const double low = theme.dark ? 0.3 : 0.0, high = theme.dark ? 1.0 : 0.85;
    const double at = (low + std::clamp(fraction, 0.0, 1.0) * (high - low)) * (samples.size() - 1);
    const auto below = std::min(std::size_t(at), samples.size() - 2);
    const double rest = at - double(below);
    const QColor a(samples[below]), b(samples[below + 1]);
    const auto mix = [rest](int x, int y) { return int(std::lround(x + rest * (y - x))); };
    return {mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue())};
}

} // namespace nestloom::ui
